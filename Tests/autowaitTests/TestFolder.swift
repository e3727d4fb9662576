import Foundation
import Testing

@testable import autowait

/// A folder with scenarios to test, gone afterwards.
struct TestFolder {
    let url: URL

    var path: String { url.path }

    /// Ten seconds in chunks of one, started after a fixed wait on a link that is a little faster than the media.
    static func scenario(wait_s: String = "2", down_kbps: Int = 1000, expecting expect: String = "") -> String {
        """
        {"network": {"transport": "fluid", "down_kbps": \(down_kbps)},
         "media": {"kind": "progressive", "duration_s": 10, "bitrate_kbps": 900, "chunk_s": 1},
         "player": {"keep_up": {"rule": "fixed-wait", "wait_s": \(wait_s)}},
         "expect": {\(expect)}}
        """
    }

    static func with(_ body: (TestFolder) throws -> Void) throws {
        try Place.withFolder { try body(TestFolder(url: $0)) }
    }

    func write(_ text: String, _ name: String) throws {
        let file = url.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    func read(_ name: String) throws -> String {
        try String(contentsOf: url.appendingPathComponent(name), encoding: .utf8)
    }

    /// Everything in it, hidden or not.
    func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }

    /// The reply of `autowait test` about it, with paths as if it stood in it.
    func test(_ arguments: String...) -> (output: String, errors: String, code: ExitCode) {
        let reply = Autowait.reply(to: ["test", path] + arguments)
        func relative(_ text: String) -> String { text.replacingOccurrences(of: path + "/", with: "") }
        return (relative(reply.output), relative(reply.errors), reply.code)
    }
}
