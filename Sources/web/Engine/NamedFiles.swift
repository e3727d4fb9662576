import Simulation

/// The files that a scenario names, read from what the page holds.
struct NamedFiles {
    private(set) var companions = Companions()
    /// Everything that is wrong with them, a line each, as a command line has it.
    private(set) var faults: [String] = []
    /// Everything that is right and hardly meant in them, or not modelled.
    private(set) var notes: [FileNote] = []
    /// The paths that the page does not hold.
    private(set) var missing: [WantedFile] = []

    init(_ wanted: [WantedFile], of scenario: String, in folder: PageFolder) {
        let home = PlaylistPath.folder(of: scenario)
        for file in wanted {
            let path = home + file.path
            guard let bytes = folder.bytes(path) else {
                missing.append(file)
                continue
            }
            let beside = Beside(folder: folder, path: PlaylistPath.folder(of: path))
            let reading = CompanionReading(file.kind, file.path, bytes, shownAs: file.path, in: beside)
            companions.add(reading.companions)
            faults += reading.faults
            notes += reading.notes
        }
    }

    /// The files beside a playlist. A size of a segment is that of its file, where the page holds it.
    private struct Beside: PlaylistFolder {
        let folder: PageFolder
        let path: String

        func playlist(_ path: String) -> FileAnswer<[UInt8]> { FileAnswer(folder.bytes(self.path + path)) }
        func segmentSize(_ path: String) -> FileAnswer<Int64> { FileAnswer(folder.size(self.path + path)) }
    }
}
