import Foundation
import Testing

@testable import Simulation

/// A thousand random scenarios, or some of them, come to the same in this process and in another, which runs them on
/// several threads.
///
/// Their files stay in the folder of the build, where `.ci/run` has them run in debug and release and on 1, 2 and 8
/// threads.
@Suite("Digests in other processes")
struct ProcessDigestTests {
    private static let products: URL = {
        #if canImport(Darwin)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        #else
            return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        #endif
    }()

    private static func output(of arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = products.appendingPathComponent("autowait")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return String(decoding: data, as: UTF8.self)
    }

    @Test("are those of this one")
    func digests() throws {
        let folder = Self.products.appendingPathComponent("random-scenarios")
        try? FileManager.default.removeItem(at: folder)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var lines = ""
        for seed in Thoroughness.draws(80, of: 1000) {
            let name = "\(1000 + seed).json"
            let text = RandomScenario(seed: seed).text
            try text.write(to: folder.appendingPathComponent(name), atomically: false, encoding: .utf8)
            lines += "\(try Run(readScenario(text)).digest.text)  \(folder.path)/\(name)\n"
        }
        #expect(try Self.output(of: ["digest", "--jobs", "2", folder.path]) == lines)
    }
}
