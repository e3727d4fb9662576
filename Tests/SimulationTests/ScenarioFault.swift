import Testing

@testable import Simulation

/// A file with something wrong in its second line, and everything that is said about it.
struct ScenarioFault: CustomTestStringConvertible {
    /// The text around the second line.
    enum Place: String {
        case whole, top, network, media, file, hls, script, player, expect

        func around(_ line: String) -> String {
            let good = "\"media\": {\"kind\": \"local\", \"duration_s\": 1, \"bitrate_kbps\": 1000}"
            return switch self {
            case .whole: line
            case .top: "{ \(good),\n\(line) }"
            case .media: "{ \"media\": {\n\(line) } }"
            case .file: "{ \"media\": { \"kind\": \"progressive\",\n\(line) } }"
            case .hls: "{ \"media\": { \"kind\": \"hls\",\n\(line) } }"
            case .script: "{ \(good), \"script\": [\n\(line) ] }"
            case .network, .player, .expect: "{ \(good), \"\(rawValue)\": {\n\(line) } }"
            }
        }
    }

    let testDescription: String
    let text: String
    let messages: [String]

    static func `in`(_ place: Place, _ line: String, _ messages: String...) -> ScenarioFault {
        ScenarioFault(testDescription: "\(place): \(line)", text: place.around(line), messages: messages)
    }

    /// Reads the text: line and column of a message, then what it says, as `line:column: error: …` has them.
    func check() {
        let reading = ScenarioReader.read(SourceText(file: "test.json", bytes: Array(text.utf8)))
        let expected = messages.map { message in
            let end = message.firstRange(of: ": ")?.lowerBound ?? message.endIndex
            return "test.json:\(message[..<end]): error\(message[end...])"
        }
        #expect(reading.diagnostics.map { $0.text(sources: reading.sources) } == expected)
        #expect(reading.scenario == nil)
    }
}
