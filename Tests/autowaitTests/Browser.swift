import Foundation

/// A browser without a window, where there is one.
enum Browser {
    private static let names = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]
    private static let places = ["/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"]

    /// The program, or nil. Its lack is said aloud: a skipped test must not look like one that was run.
    static let path: String? = {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        let all = places + names.flatMap { name in folders.map { "\($0)/\(name)" } }
        let found = all.first { FileManager.default.isExecutableFile(atPath: $0) }
        if found == nil { print("SKIPPED: there is no browser here; the pages are not looked at in one") }
        return found
    }()

    /// The result of a script in a page that is shown `width` wide: an object, and all complaints of the browser.
    ///
    /// The script is the body of a function of `page`, the page's window.
    static func look(at page: String, width: Int, _ script: String) throws -> (found: [String: Any], log: [String]) {
        let (found, log) = try look(at: [(page, width)], script)
        return (found.first ?? [:], log)
    }

    /// Likewise of several pages, side by side in one browser: most of the time goes into its start.
    ///
    /// Pages are shown in frames of another page, because a window of its own has a least width.
    static func look(at pages: [(page: String, width: Int)], _ script: String) throws
        -> (found: [[String: Any]], log: [String])
    {
        try Place.withFolder { folder in
            var frames = ""
            for (number, shown) in pages.enumerated() {
                let file = folder.appendingPathComponent("page-\(number).html")
                try shown.page.write(to: file, atomically: true, encoding: .utf8)
                let style = "border:0;width:\(shown.width)px;height:800px"
                frames += "<iframe src='page-\(number).html' style='\(style)'></iframe>"
            }
            let frame = """
                <!DOCTYPE html><meta charset="utf-8"><link rel="icon" href="data:,"><pre id="found"></pre>
                \(frames)
                <script>
                addEventListener("load", () => {
                  const look = (page) => { \(script) };
                  const found = [...document.querySelectorAll("iframe")].map((frame) => {
                    try { return look(frame.contentWindow); } catch (error) { return { error: String(error) }; }
                  });
                  const bytes = new TextEncoder().encode(JSON.stringify(found));
                  document.querySelector("#found").textContent = btoa(String.fromCharCode(...bytes));
                });
                </script>
                """
            let file = folder.appendingPathComponent("frame.html")
            try frame.write(to: file, atomically: true, encoding: .utf8)
            let profile = folder.appendingPathComponent("profile").path
            let answer = try Place.shell(
                "'\(path ?? "")' --headless --timeout=60000 --no-sandbox --disable-gpu --disable-dev-shm-usage"
                    + " --enable-logging=stderr --v=0 --allow-file-access-from-files --user-data-dir='\(profile)'"
                    + " --window-size=1200,900 --virtual-time-budget=3000 --dump-dom 'file://\(file.path)'")
            let log = answer.errors.split(separator: "\n").map(String.init).filter { $0.contains(":CONSOLE") }
            let dom = answer.output
            guard let start = dom.range(of: "<pre id=\"found\">"), let end = dom.range(of: "</pre>"),
                let data = Data(base64Encoded: String(dom[start.upperBound..<end.lowerBound])),
                let found = try JSONSerialization.jsonObject(with: data) as? [[String: Any]]
            else { return ([], log + ["nothing was found: \(answer.errors.suffix(400))"]) }
            return (found, log)
        }
    }
}
