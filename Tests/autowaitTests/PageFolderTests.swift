import Foundation
import Simulation
import Testing

@testable import autowait

@Suite("The folder of test --html")
struct PageFolderTests {
    /// A folder that holds `in/a.json`, which fails, and no pages yet.
    private func withFolder(_ body: (TestFolder) throws -> Void) throws {
        try TestFolder.with { folder in
            try folder.write(TestFolder.scenario(expecting: "\"stall_count\": 1"), "in/a.json")
            try body(folder)
        }
    }

    static let refused: [(options: String, words: String)] = [
        ("--html out --junit out/results.xml", "among the files of '--html out'; write --junit results.xml"),
        ("--html out -o out/report.txt", "among the files of '--html out'; write -o report.txt"),
        ("--html out --output=out/report.txt", "among the files of '--html out'; write -o report.txt"),
        ("--html out/ --junit ./out/deep/results.xml", "among the files of '--html out/'; write --junit results.xml"),
        ("--html ./in/../out -o out/r.txt", "among the files of '--html ./in/../out'; write -o ./in/../r.txt"),
        ("--html out --junit out/deep/../r.xml", "among the files of '--html out'; write --junit r.xml"),
        ("--html out --junit out", "in the place of the files of '--html out'; write --junit out-report"),
        ("--html new/out --junit new/out/in", "among the files of '--html new/out'; write --junit new/in"),
    ]

    @Test("takes no other output, whether it is there yet or not", arguments: refused)
    func refusal(options: String, words: String) throws {
        try withFolder { folder in
            let message = words.replacingOccurrences(of: "; ", with: ", and that folder holds nothing else; ")
            for _ in 1...3 {
                let answer = try Place.shell("autowait test in \(options)", in: folder.url)
                #expect(answer.code == ExitCode.usage.rawValue && answer.output.isEmpty)
                #expect(answer.errors.hasSuffix(" would lie \(message)\n"), "\(answer.errors)")
                #expect(try !folder.names().contains("results.xml"))
                // The next time it is there.
                _ = try Place.shell("autowait test in --html out", in: folder.url)
            }
        }
    }

    @Test("is no new one that is named as a file is, unless a slash says that it is a folder")
    func namedAsFile() throws {
        try withFolder { folder in
            let refused = try Place.shell("autowait test in --html out.HTML", in: folder.url)
            #expect(refused.code == ExitCode.usage.rawValue && refused.output.isEmpty)
            #expect(
                refused.errors == "'--html' takes the name of a folder for the pages, and 'out.HTML' looks like "
                    + "a file; for a folder of that name write --html out.HTML/\n")
            for name in ["out.HTML/", "out.HTML", ".html"] {
                let answer = try Place.shell("autowait test in --html \(name)", in: folder.url)
                #expect(answer.code == ExitCode.regression.rawValue, "\(answer.errors)")
            }
        }
    }

    @Test(
        "is known by any name",
        arguments: [
            ("--html link --junit out/r.xml", "write --junit r.xml"),
            ("--html out --junit link/r.xml", "write --junit r.xml"),
            // A file that a link leads to is written there.
            ("--html out --junit leads.xml", "write --junit leads-report.xml"),
            ("--html in/../link/ -o out/r.txt", "write -o in/../r.txt"),
        ])
    func links(options: String, advice: String) throws {
        try withFolder { folder in
            let manager = FileManager.default
            _ = try Place.shell("autowait test in --html out", in: folder.url)
            try manager.createSymbolicLink(atPath: folder.path + "/link", withDestinationPath: "out")
            try manager.createSymbolicLink(atPath: folder.path + "/leads.xml", withDestinationPath: "out/index.html")
            let answer = try Place.shell("autowait test in \(options)", in: folder.url)
            #expect(answer.code == ExitCode.usage.rawValue && answer.errors.hasSuffix("; \(advice)\n"), "\(answer)")
        }
    }

    @Test("may be the current one, and then others lie above it")
    func current() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(
                atPath: folder.path + "/out", withIntermediateDirectories: false)
            let out = folder.url.appendingPathComponent("out")
            let answer = try Place.shell("autowait test ../in --html . --junit r.xml", in: out)
            #expect(answer.code == ExitCode.usage.rawValue && answer.errors.hasSuffix("write --junit ../r.xml\n"))
            let other = try Place.shell("autowait test ../in --html . --junit ../r.xml", in: out)
            #expect(other.code == ExitCode.regression.rawValue && other.errors.isEmpty)
        }
    }

    @Test(
        "has nothing against outputs beside it in a folder that is made with it",
        arguments: [
            "--html new/out --junit new/r.xml -o new/r.txt", "--html new/deep/out/ --junit ./new/r.xml",
            "--html new/out --junit new/out/../r.xml -o in/../new/r.txt",
        ])
    func madeWithIt(options: String) throws {
        try withFolder { folder in
            for _ in 1...2 {
                let answer = try Place.shell("autowait test in/a.json \(options)", in: folder.url)
                #expect(answer.code == ExitCode.regression.rawValue && answer.errors.isEmpty, "\(answer.errors)")
                #expect(try folder.read("new/r.xml").contains("<testsuites"))
            }
        }
    }

    @Test(
        "has nothing against outputs beside it",
        arguments: [
            "--junit r.xml", "--junit out.xml", "--junit out/../r.xml -o out/../r.txt", "--junit in/out -o in/r.txt",
        ])
    func beside(options: String) throws {
        try withFolder { folder in
            for _ in 1...2 {
                let answer = try Place.shell("autowait test in/a.json --html out \(options)", in: folder.url)
                #expect(answer.code == ExitCode.regression.rawValue && answer.errors.isEmpty, "\(answer.errors)")
            }
        }
    }

    @Test(
        "is refused where it cannot be made, before there is anything to write",
        arguments: ["in/a.json/x", "in/a.json/x/y"])
    func noPlace(path: String) throws {
        try withFolder { folder in
            let place = folder.path + "/" + path
            let errors = [
                #expect(throws: LoadError.self) { try PageFolder(place, outputs: []) },
                #expect(throws: LoadError.self) { try MemberFolder(place) },
            ]
            for error in errors {
                #expect(error?.code == .cannotWrite)
                #expect(error?.message.contains("/in/a.json is a file, not a folder") == true)
            }
        }
    }

    @Test("has all pages but those that cannot be written, and a list that leads to no other")
    func unwritable() throws {
        try TestFolder.with { folder in
            let path = folder.path + "/pages"
            let pages = try PageFolder(path, outputs: [])
            // Since the folder was judged, something has taken the place of a page.
            try folder.write("mine", "pages/b.html/kept.txt")
            let tested = ["a.json", "b.json", "c.json"].map { TestedScenario($0, .failed) }
            let text = Page.text(title: "a page", by: .test, content: "")
            let entries = tested.map { TestPages.Entry(tested: $0, page: text) }
            let error = #expect(throws: LoadError.self) {
                try pages.write(TestPages(TestReport(tested), entries), inputs: [])
            }
            #expect(error?.message == "\(path)/b.html: error: \(Files.Problem.isFolder.message)\n")
            #expect(error?.code == .cannotWrite)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
                    "a.html", "b.html", "c.html", "index.html",
                ])
            let list = try folder.read("pages/index.html")
            #expect(list.contains("<a href=\"a.html\">") && list.contains("<a href=\"c.html\">"))
            #expect(list.contains(">b.json</th>") && !list.contains("\"b.html\""))
        }
    }
}
