import Foundation
import Testing

@testable import Simulation

@Suite("Property lists")
struct PropertyListTests {
    private static func xml(_ text: String) -> [UInt8] { Array("<plist>\(text)</plist>".utf8) }

    private static func error(_ bytes: [UInt8]) -> PropertyListError? {
        do throws(PropertyListError) {
            _ = try PropertyList.read(bytes)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "in XML are what they say",
        arguments: [
            ("<string>a &lt;&amp;&#65;&#x1F600; <![CDATA[<b>&]]><!-- no --> </string>", .string("a <&A😀 <b>& ")),
            ("<string/>", .string("")), ("<true/>", .flag(true)), ("<false></false>", .flag(false)),
            ("<!-- a --> <integer> 5\n</integer> ", .number(millionths: 5_000_000)),
            ("<integer>-7</integer>", .number(millionths: -7_000_000)),
            ("<integer>+7</integer>", .number(millionths: 7_000_000)),
            ("<real>2.5</real>", .number(millionths: 2_500_000)),
            ("<real>0.10000000000000000555</real>", .number(millionths: 100_000)),
            ("<real>.0000005</real>", .number(millionths: 1)), ("<real>-4.999e-7</real>", .number(millionths: 0)),
            ("<real>1.5E2</real>", .number(millionths: 150_000_000)), ("<real>1e-999</real>", .number(millionths: 0)),
            ("<real>0.0000000000000025e15</real>", .number(millionths: 2_500_000)),
            ("<real>1.2345678901234567890123e8</real>", .number(millionths: 123_456_789_012_346)),
            ("<real>1e999</real>", .hugeNumber), ("<integer>9223372036854775808</integer>", .hugeNumber),
            ("<array><array/><dict></dict></array>", .array), ("<data>AAAA</data>", .data), ("<date/>", .date),
            ("<dict a='>'><key>k</key><true/></dict>", .dictionary([.init(key: "k", value: .flag(true))])),
        ] as [(String, PropertyList)])
    func values(text: String, value: PropertyList) throws {
        #expect(try PropertyList.read(Self.xml(text)) == value)
    }

    @Test(
        "in XML that are wrong are said to be so, at their place",
        arguments: [
            ("<foo/>", .wrongElement("foo"), 8), ("</dict>", .wrongElement("/dict"), 8),
            ("<real>nan</real>", .noNumber("nan"), 8), ("<real>1.5.2</real>", .noNumber("1.5.2"), 8),
            ("<integer></integer>", .noNumber(""), 8), ("<integer>0x10</integer>", .noNumber("0x10"), 8),
            ("<real>1e</real>", .noNumber("1e"), 8), ("<true>x</true>", .textOutside, 8),
            ("<string>&nope;</string>", .unknownEntity, 16), ("<string>&#xD800;</string>", .unknownEntity, 16),
            ("<string>a", .wrongEnd(wanted: "string"), 17), ("<dict>", .wrongEnd(wanted: "dict"), 14),
            ("<dict><true/></dict>", .missingKey, 14), ("<dict><key>k</key></dict>", .missingValue("k"), 14),
            ("<dict><key>k</key><true/><key>k</key><true/></dict>", .doubledKey("k"), 33),
            ("x", .textOutside, 8), ("<true/><true/>", .wrongEnd(wanted: "plist"), 15),
        ] as [(String, PropertyListError.Kind, Int32)])
    func faults(text: String, kind: PropertyListError.Kind, column: Int32) {
        let error = Self.error(Self.xml(text))
        #expect(error?.kind == kind)
        #expect(error?.place?.line == 1 && error?.place?.column == column)
    }

    @Test("that are something else altogether are said to be so")
    func garbage() {
        #expect(Self.error([])?.kind == .empty)
        #expect(Self.error(Array(" \n".utf8))?.kind == .empty)
        #expect(Self.error(Array("<plist/>".utf8))?.kind == .empty)
        #expect(Self.error(Array("{\"a\": 1}".utf8))?.kind == .unknownFormat)
        #expect(Self.error(Array("<html></html>".utf8))?.kind == .wrongElement("html"))
        #expect(Self.error(Array("<plist><true/></plist>x".utf8))?.kind == .textAfterList)
        #expect(Self.error(Array("<plist".utf8))?.kind == .cutShort)
        #expect(Self.error(Array("<?xml".utf8))?.kind == .cutShort)
        #expect(Self.error(Array("<!DOCTYPE plist [<!ENTITY a 'b'>]><plist/>".utf8))?.kind == .textOutside)
        #expect(Self.error([0xFF, 0xFE, 0x3C, 0])?.kind == .form(.utf16))
        #expect(Self.error(Array("bplist00".utf8))?.kind == .damaged(byte: 8))
        #expect(Self.error([UInt8](repeating: 65, count: 1 << 20 + 1))?.kind == .tooManyBytes(limit: 1 << 20))
    }

    @Test("that are deep or endless do no harm", arguments: ["<array>", "<dict><key>a</key>"])
    func deep(tag: String) {
        let text = "<plist>" + String(repeating: tag, count: 50_000)
        #expect(Self.error(Array(text.utf8))?.kind == .tooDeep(limit: 32))
        let wide = "<plist><array>" + String(repeating: "<true/>", count: 20_000)
        #expect(Self.error(Array(wide.utf8))?.kind == .tooManyNodes(limit: 10_000))
    }

    /// A dictionary whose two values are the next dictionary, level by level, and the last is the first.
    @Test("that name themselves end")
    func loop() {
        let header = Array("bplist00".utf8)
        // 0: {a: 2, b: 2}, 1: "a", 2: {a: 0, b: 0}, 3: "b".
        let objects: [[UInt8]] = [[0xD2, 1, 3, 2, 2], [0x51, 97], [0xD2, 1, 3, 0, 0], [0x51, 98]]
        var bytes = header
        var table: [UInt8] = []
        for object in objects {
            table.append(UInt8(bytes.count))
            bytes += object
        }
        let start = UInt8(bytes.count)
        let zeros = [UInt8](repeating: 0, count: 7)
        bytes += table + [0, 0, 0, 0, 0, 0, 1, 1] + zeros + [4] + zeros + [0] + zeros + [start]
        #expect(Self.error(bytes)?.kind == .tooDeep(limit: 32))
    }

    @Test("have the doubles of the system, to the millionth")
    func doubles() throws {
        var random = RandomStream(seed: 7, name: "doubles")
        for _ in 0..<20_000 {
            // Every size from a tenth of a millionth to what is too large.
            let power = Int(random.below(70)) - 24
            let value =
                Double(sign: random.below(2) == 0 ? .plus : .minus, exponent: power, significand: 1)
                * (1 + Double(random.below(1 << 52)) / 4_503_599_627_370_496)
            guard case .number(let millionths) = PropertyList.real(bits: value.bitPattern) else {
                #expect(abs(value) * 1e6 >= 9.2e18)
                continue
            }
            let difference = abs(value * 1e6 - Double(millionths))
            #expect(difference <= 0.5 + abs(value) * 1e6 * 1e-15, "\(value)")
        }
        #expect(PropertyList.real(bits: Double.nan.bitPattern) == .hugeNumber)
        #expect(PropertyList.real(bits: (-Double.infinity).bitPattern) == .hugeNumber)
        #expect(PropertyList.real(bits: Double.leastNonzeroMagnitude.bitPattern) == .number(millionths: 0))
        #expect(PropertyList.real(bits: 0.0000005.bitPattern) == .number(millionths: 0))
        #expect(PropertyList.real(bits: 0.00000050001.bitPattern) == .number(millionths: 1))
        #expect(PropertyList.real(bits: 0.5.bitPattern) == .number(millionths: 500_000))
        #expect(
            PropertyList.real(bits: (-9_223_372_036_854.0).bitPattern)
                == .number(millionths: -9_223_372_036_854_000_000))
        #expect(PropertyList.real(bits: 9_223_372_036_855.0.bitPattern) == .hugeNumber)
    }

    @Test(
        "that are cut or changed anywhere are read, or refused in words",
        arguments: LinkConditionerFileTests.formats)
    func mutations(format: PropertyListSerialization.PropertyListFormat) throws {
        let list =
            ["Profiles": ["A": LinkConditionerFileTests.profile, "Ü": [:]], "SelectedProfile": "A"] as [String: Any]
        let good = try LinkConditionerFileTests.bytes(list, format)
        for length in good.indices { _ = Self.error(Array(good[..<length])) }
        var random = RandomStream(seed: 11, name: "mutations")
        for _ in 0..<(Place.triesAll ? 5000 : 1000) {
            var bytes = good
            for _ in 0...random.below(3) {
                let place = Int(random.below(UInt64(bytes.count)))
                bytes[place] =
                    random.below(3) == 0 ? [0, 0xFF, 0x7F][Int(random.below(3))] : UInt8(random.below(256))
            }
            do throws(PropertyListError) {
                let file = try LinkConditionerFile(bytes: bytes)
                do throws(LinkConditionerProblem) { _ = try file.profile(nil) } catch {
                    #expect(!error.message.isEmpty)
                }
            } catch {
                #expect(!error.message.isEmpty)
            }
        }
    }
}
