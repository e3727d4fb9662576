// seeds: Scenarios/*/*/*.m3u8 .ci/fuzz/Seeds/*.m3u8
// Playlists, media and multivariant: what they make together, and what is objected to.
import Simulation

func fuzz(_ bytes: [UInt8]) {
    let reading = PlaylistReader.read(bytes, source: 0)
    demand((reading.playlist == nil) == !reading.problems.isEmpty, "a playlist, or what is wrong with it")
    judge(reading.problems.map { $0.diagnostic }, in: bytes)
    judge(reading.warnings.map { $0.diagnostic }, in: bytes)
    guard let playlist = reading.playlist else { return }
    var playlists: [(path: String, playlist: MediaPlaylist)] = []
    switch playlist {
    case .media(let media):
        playlists = [("m.m3u8", media)]
        judge(media.files(from: "m.m3u8").problems.map { $0.diagnostic }, in: bytes)
    case .multivariant(let multivariant):
        let (files, problems) = multivariant.references(from: "m.m3u8")
        judge(problems.map { $0.diagnostic }, in: bytes)
        playlists = files.map { ($0.path, Samples.mediaPlaylist) }
    }
    let set = PlaylistSet(root: playlist, path: "m.m3u8", playlists: playlists, files: FileSizes([]))
    for isGzipped in [false, true] {
        let asset = PlaylistAsset(set, gzipped: isGzipped)
        demand((asset.asset == nil) == !asset.problems.isEmpty, "an asset, or what is wrong with it")
        for problem in asset.problems { judge(problem.diagnostic.message) }
        for warning in set.warnings + asset.warnings { judge(warning.diagnostic.message) }
    }
    for objection in AuthoringCheck.objections(to: set) { judge(objection.diagnostic.message) }
}
