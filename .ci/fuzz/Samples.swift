import PlayerModel
import Simulation

/// What scenarios name: one of each kind of file.
enum Samples {
    static let trace = try! NetworkTraceReader.read(bytes: Array("0,2M\n5,300k\n9,4M\n".utf8), source: 0)

    static let table = Array("seconds,mbps,is_up\n0,2,yes\n5,0.3,no\n9,4,yes\n".utf8)

    static let profile = try! LinkConditionerFile(
        bytes: Array(
            """
            <plist><dict><key>DownlinkBandwidth</key><integer>780</integer><key>DownlinkBandwidthUnit</key>
            <integer>0</integer><key>DownlinkDelay</key><integer>100</integer><key>DownlinkPacketLossRatio</key>
            <real>1.5</real><key>UplinkBandwidth</key><integer>1</integer><key>UplinkBandwidthUnit</key>
            <integer>1</integer><key>UplinkDelay</key><integer>100</integer><key>UplinkPacketLossRatio</key>
            <integer>0</integer><key>DNSDelayValue</key><integer>0</integer></dict></plist>
            """.utf8))

    static let mediaPlaylist: MediaPlaylist = {
        let text = """
            #EXTM3U
            #EXT-X-TARGETDURATION:6
            #EXT-X-MAP:URI="i",BYTERANGE="700@0"
            #EXTINF:6,
            #EXT-X-BYTERANGE:500000@700
            a
            #EXTINF:4.5,
            #EXT-X-BYTERANGE:300000@500700
            a
            #EXT-X-ENDLIST

            """
        guard case .media(let playlist)? = PlaylistReader.read(Array(text.utf8), source: 0).playlist else {
            preconditionFailure("A sample is right.")
        }
        return playlist
    }()

    static let asset: PlaylistAsset = {
        let set = PlaylistSet(
            root: .media(mediaPlaylist), path: "a.m3u8", playlists: [("a.m3u8", mediaPlaylist)], files: FileSizes([]))
        let asset = PlaylistAsset(set)
        precondition(asset.asset != nil, "A sample is right.")
        return asset
    }()

    static let movie: Asset = {
        let text =
            #"{"segment_duration_ms":3000,"bitrates_kbps":[230,900],"segment_sizes_bits":[[700000,2700000]]}"#
        return SabreMovie.read(SourceText(file: "movie.json", bytes: Array(text.utf8))).asset!
    }()

    /// The scenario of a text, with whatever files it names, or what is wrong.
    static func read(_ bytes: [UInt8]) -> ScenarioReader.Reading {
        let file = SourceText(file: "scenario.json", bytes: bytes)
        let reading = ScenarioReader.read(file)
        if reading.wanted.isEmpty { return reading }
        var companions = Companions()
        for wanted in reading.wanted {
            switch wanted.kind {
            case .trace: companions.add(trace, path: wanted.path)
            case .table: companions.add(table: table, path: wanted.path, named: "table.csv")
            case .profile: companions.add(profile, path: wanted.path)
            case .media: companions.add(asset, path: wanted.path)
            case .gzippedMedia: companions.add(asset, path: wanted.path, gzipped: true)
            case .movie: companions.add(movie, path: wanted.path)
            }
        }
        return ScenarioReader.read(file, companions: companions)
    }
}
