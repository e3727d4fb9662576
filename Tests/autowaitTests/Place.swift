import Foundation

/// Where the package is, and the program that was built with the tests.
enum Place {
    static let package = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// Whether every draw of a property is tried, as `.ci/thorough` has it. People wait for `swift test`, which tries
    /// some.
    static let triesAll = ProcessInfo.processInfo.environment["AUTOWAIT_DRAWS"] == "all"

    static func path(_ relative: String) -> String { package.appendingPathComponent(relative).path }

    /// The folder in which the test program lies, and `autowait` beside it.
    static let products: URL = {
        #if canImport(Darwin)
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
            return bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
        #else
            return URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
        #endif
    }()

    struct Answer: Equatable {
        var output: String
        var errors: String
        var code: Int32
    }

    /// Runs a line of shell in the package's folder, with `autowait` on the path.
    static func shell(_ line: String, in folder: URL = package) throws -> Answer {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", line]
        process.currentDirectoryURL = folder
        var environment = ProcessInfo.processInfo.environment
        environment["PATH"] = products.path + ":" + (environment["PATH"] ?? "/usr/bin:/bin")
        process.environment = environment
        let (output, errors) = (Pipe(), Pipe())
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        let words = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return Answer(output: text, errors: words, code: process.terminationStatus)
    }

    /// A folder that is empty, and gone afterwards.
    static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("autowait-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }

    /// Every file below a folder of the package whose name ends so, as paths relative to the package, sorted.
    static func files(in folder: String, ending: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: path(folder))?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(ending) }.map { "\(folder)/\($0)" }.sorted()
    }

    /// The shipped scenarios: what has a golden beside it. Other files that end in .json are what they read.
    static let scenarios: [String] = files(in: "Scenarios", ending: ".golden").map {
        String($0.dropLast(".golden".count)) + ".json"
    }

    /// Some of the shipped scenarios; all where every draw is tried. What must hold of each of them, as
    /// their goldens do, asks for `scenarios`.
    static let someScenarios = triesAll ? scenarios : every(12, of: scenarios)

    /// Every so many of several things, from the first on.
    static func every<Thing>(_ step: Int, of things: [Thing]) -> [Thing] {
        stride(from: 0, to: things.count, by: step).map { things[$0] }
    }

    static func text(_ relative: String) throws -> String {
        try String(contentsOf: package.appendingPathComponent(relative), encoding: .utf8)
    }

    /// The lines of a file; behind the last sign of a new line there is one more, which is empty.
    static func lines(_ relative: String) throws -> [String] {
        let bytes = try Data(contentsOf: package.appendingPathComponent(relative))
        return bytes.withUnsafeBytes { (bytes: UnsafeRawBufferPointer) -> [String] in
            var (lines, rest): ([String], Slice) = ([], bytes[0..<bytes.count])
            while let base = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                let end = memchr(base, 10, rest.count)
            {
                let count = base.distance(to: end)
                lines.append(String(decoding: UnsafeRawBufferPointer(start: base, count: count), as: UTF8.self))
                rest = rest.dropFirst(count + 1)
            }
            return lines + [String(decoding: UnsafeRawBufferPointer(rebasing: rest), as: UTF8.self)]
        }
    }
}

extension String {
    /// Whether a text stands in it, byte for byte; neither has a NUL. Many times as fast as `contains`.
    func has(_ word: String) -> Bool {
        withCString { text in word.withCString { strstr(text, $0) != nil } }
    }
}
