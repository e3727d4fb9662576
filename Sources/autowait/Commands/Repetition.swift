import Simulation

/// The first that is named twice on a command line: its sessions would count twice, and a verdict seem surer than it
/// is.
enum Repetition {
    /// The first file that one before it is, whatever names and links lead there.
    static func file(in files: [String]) -> String? {
        var known = Set<Files.Identity>()
        return files.first { file in
            guard let identity = Files.identity(file) else { return false }
            return !known.insert(identity).inserted
        }
    }

    /// The first value of a key that one before it is: of numbers the same number, however it is written, of what is
    /// so or not true as 1 and false as 0, of a path that leads from `folder` the same file, and of all else the same
    /// JSON, of which a word is a string.
    static func value(in values: [String], of key: String, from folder: String) -> String? {
        var known = Set<Meaning>()
        return values.first { !known.insert(Meaning($0, key, folder)).inserted }
    }

    private enum Meaning: Hashable {
        case whole(UInt64)
        case number(Double)
        case file(Files.Identity)
        case text(ExactText)

        init(_ value: String, _ key: String, _ folder: String) {
            // A seed may have more digits than a Double holds.
            if let number = UInt64(value) ?? Double(value).flatMap(UInt64.init(exactly:)) {
                self = .whole(number)
            } else if let number = Double(value) {
                self = .number(number)
            } else if let flag = ["false", "true"].firstIndex(of: value) {
                self = .whole(UInt64(flag))
            } else {
                let setting = ScenarioReader.Setting(path: key, value: value)
                if let path = setting.word, let identity = Files.identity(folder + path) {
                    self = .file(identity)
                } else {
                    self = .text(ExactText(setting.meaning))
                }
            }
        }
    }
}
