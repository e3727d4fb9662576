import Foundation
import PlayerModel
import Testing

@testable import Simulation

/// Saved profiles of the Network Link Conditioner, made with the system's own property lists.
@Suite("Saved profiles")
struct LinkConditionerFileTests {
    static var profile: [String: Any] {
        [
            "DownlinkBandwidth": 1.5, "DownlinkBandwidthUnit": 1, "DownlinkDelay": 40, "DownlinkPacketLossRatio": 2.5,
            "UplinkBandwidth": 330, "UplinkBandwidthUnit": 0, "UplinkDelay": 60.5, "UplinkPacketLossRatio": 0.1,
            "DNSDelayValue": 200, "ExcludeLoopback": 1, "ProtocolFamily": 0, "RunOnInterface": "All",
        ]
    }
    static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

    static var values: NetworkValues {
        var values = NetworkValues()
        values.down = 1_500_000
        values.up = 330_000
        values.delayDown = .milliseconds(40)
        values.delayUp = TimeAmount(nanoseconds: 60_500_000)
        values.lossDown = 25_000
        values.lossUp = 1000
        values.dnsDelay = .milliseconds(200)
        return values
    }

    static func bytes(_ list: Any, _ format: PropertyListSerialization.PropertyListFormat = .xml) throws -> [UInt8] {
        [UInt8](try PropertyListSerialization.data(fromPropertyList: list, format: format, options: 0))
    }

    static func with(_ changes: [String: Any?]) -> [String: Any] {
        var result = profile
        for (key, value) in changes { result[key] = value }
        return result
    }

    private func message(_ list: Any, _ name: String? = nil) throws -> String {
        do throws(LinkConditionerProblem) {
            let file = LinkConditionerFile(try PropertyList(reading: list))
            _ = try file.profile(name)
            return ""
        } catch {
            return error.message
        }
    }

    @Test("are read alone, or by their names out of the whole file", arguments: formats)
    func chosen(format: PropertyListSerialization.PropertyListFormat) throws {
        let alone = try LinkConditionerFile(bytes: Self.bytes(Self.profile, format)).profile(nil)
        #expect(alone.values == Self.values && alone.name == nil)
        let two = ["Zug – ICE": Self.profile, "B": Self.with(["DNSDelayValue": 0, "UplinkBandwidth": 0])]
        let files: [([String: Any], String?, String)] = [
            (["Profiles": ["A": Self.profile]], nil, "A"), (["Profiles": two], "B", "B"),
            (["Profiles": two, "SelectedProfile": "Zug – ICE"], nil, "Zug – ICE"),
            (["Profiles": two, "SelectedProfile": "Zug – ICE"], "B", "B"),
            (["Profiles": two, "SimulatedProfile": "B", "SimulatorIsRunning": true], nil, "B"),
            (["Profiles": two, "SelectedProfile": "3G", "SimulatedProfile": "B"], nil, "B"),
        ]
        for (list, name, wanted) in files {
            let read = try LinkConditionerFile(bytes: Self.bytes(list, format)).profile(name)
            #expect(read.name == wanted)
            #expect(read.values.up == (wanted == "B" ? nil : 330_000))
        }
    }

    @Test("are read from a file that another program wrote")
    func fromPython() throws {
        let file = try LinkConditionerFile(bytes: Array(#require(Data(base64Encoded: Self.fromPython))))
        let read = try file.profile(nil)
        #expect(read.name == "Zug – ICE")
        #expect(read.values.down == 1_000_000 && read.values.up == nil)
        #expect(read.values.lossDown == 15_000 && read.values.lossUp == 1000)
        #expect(read.values.delayUp == .milliseconds(60))
    }

    /// Python's plistlib, in binary.
    static let fromPython = """
        YnBsaXN0MDDUAQIDBAUGGxxYUHJvZmlsZXNfEA9TZWxlY3RlZFByb2ZpbGVfEBJTaW11bGF0b3JJc1J1bm5pbmddVGltZUF0TGFzdFJ1\
        btEGB2kAWgB1AGcAICATACAASQBDAEXcCAkKCwwNDg8QERITFBUVFhcVFBgUFBkaXUROU0RlbGF5VmFsdWVfEBFEb3dubGlua0JhbmR3\
        aWR0aF8QFURvd25saW5rQmFuZHdpZHRoVW5pdF1Eb3dubGlua0RlbGF5XxAXRG93bmxpbmtQYWNrZXRMb3NzUmF0aW9fEA9FeGNsdWRl\
        TG9vcGJhY2teUHJvdG9jb2xGYW1pbHleUnVuT25JbnRlcmZhY2VfEA9VcGxpbmtCYW5kd2lkdGhfEBNVcGxpbmtCYW5kd2lkdGhVbml0\
        W1VwbGlua0RlbGF5XxAVVXBsaW5rUGFja2V0TG9zc1JhdGlvEAAQARAoIz/4AAAAAAAAU0FsbBA8Iz+5mZmZmZmaCSNAFgAAAAAAAAAI\
        ABEAGgAsAEEATwBSAGUAfgCMAKAAuADGAOAA8gEBARABIgE4AUQBXAFeAWABYgFrAW8BcQF6AXsAAAAAAAACAQAAAAAAAAAdAAAAAAAA\
        AAAAAAAAAAABhA==
        """

    @Test("that are wrong are said to be so, with the key")
    func wrong() throws {
        let cases: [([String: Any?], String)] = [
            (["DNSDelayValue": nil], "'DNSDelayValue' is missing"),
            (["DownlinkBandwidthUnit": nil], "'DownlinkBandwidthUnit' is missing"),
            (["UplinkDelay": "60"], "'UplinkDelay' must be a number, not a string"),
            (["UplinkDelay": true], "'UplinkDelay' must be a number, not true or false"),
            (["UplinkDelay": [1]], "'UplinkDelay' must be a number, not a list"),
            (["UplinkDelay": Date()], "'UplinkDelay' must be a number, not a date"),
            (["UplinkDelay": Data([1])], "'UplinkDelay' must be a number, not data"),
            (["UplinkDelay": ["a": 1]], "'UplinkDelay' must be a number, not a dictionary"),
            (["UplinkDelay": -1], "'UplinkDelay' must be from 0 to 600000 ms, not -1"),
            (["UplinkDelay": Int64.max], "'UplinkDelay' must be from 0 to 600000 ms"),
            (["UplinkDelay": UInt64.max], "'UplinkDelay' must be from 0 to 600000 ms"),
            (["UplinkDelay": 1e300], "'UplinkDelay' must be from 0 to 600000 ms"),
            (["DownlinkPacketLossRatio": 100.1], "'DownlinkPacketLossRatio' must be from 0 to 100 %, not 100.1"),
            (["DownlinkPacketLossRatio": -0.5], "'DownlinkPacketLossRatio' must be from 0 to 100 %, not -0.5"),
            (["DownlinkBandwidthUnit": 2], "'DownlinkBandwidthUnit' must be 0 (kbit/s) or 1 (Mbit/s), not 2"),
            (["DownlinkBandwidthUnit": 0.5], "'DownlinkBandwidthUnit' must be 0 (kbit/s) or 1 (Mbit/s), not 0.5"),
            (["DownlinkBandwidth": -1], "'DownlinkBandwidth' must be from 0 to 1000000 Mbit/s, not -1"),
            (["UplinkBandwidth": 1e10], "'UplinkBandwidth' must be from 0 to 1000000000 kbit/s, not 10000000000"),
        ]
        for (changes, words) in cases {
            #expect(try message(Self.with(changes)) == words)
            #expect(try message(["Profiles": ["A": Self.with(changes)]]) == "in profile 'A' " + words)
        }
    }

    @Test("that cannot be found are said to be so, with what there is")
    func missing() throws {
        let two = ["A": Self.profile]
        #expect(try message(["Profiles": two], "a").hasPrefix("there is no profile 'a'; did you mean 'A'?"))
        #expect(try message(["Profiles": two], "My\nown") == "there is no profile 'My own'; it has 'A'")
        #expect(try message(Self.profile, "A") == "the file is one profile and has no 'A'; leave 'name' out")
        #expect(try message(["a": 1]) == "there are no 'Profiles' in it, and it is no profile itself")
        #expect(try message(["Profiles": 1]) == "'Profiles' must be a dictionary, not a number")
        #expect(try message(["Profiles": ["A": 1]]) == "the profile 'A' must be a dictionary, not a number")
        #expect(try message(["Profiles": [:] as [String: Any]]).hasPrefix("'Profiles' is empty"))
        #expect(try message([1, 2]) == "a file of profiles is a dictionary, not a list")
        #expect(
            try message(["Profiles": two, "SelectedProfile": "3G"])
                == "the selected profile '3G' is not in it; set 'name': it has 'A'; a preset of that name is there "
                + "without the file: \"3G\"")
        #expect(
            try message(["Profiles": two, "SelectedProfile": "Cabin"])
                == "the selected profile 'Cabin' is not in it; set 'name': it has 'A'")
        var reader = XMLPropertyListReader(
            Array(
                "<plist><dict><key>Profiles</key><dict><key>A</key><dict/><key>B</key><dict/></dict></dict></plist>"
                    .utf8))
        #expect(throws: LinkConditionerProblem.noSelection(["A", "B"])) {
            _ = try LinkConditionerFile(reader.read()).profile(nil)
        }
    }
}

extension PropertyList {
    /// The list by way of both formats, which must not differ.
    fileprivate init(reading list: Any) throws(LinkConditionerProblem) {
        let both = LinkConditionerFileTests.formats.compactMap { format in
            try? PropertyList.read(LinkConditionerFileTests.bytes(list, format)).sorted
        }
        #expect(both.count == 2 && both.first == both.last)
        self = both.first ?? .other
    }

    /// The order of keys is that of the writer.
    private var sorted: PropertyList {
        guard case .dictionary(let members) = self else { return self }
        return .dictionary(
            members.map { Member(key: $0.key, value: $0.value.sorted) }.sorted { $0.key < $1.key })
    }
}
