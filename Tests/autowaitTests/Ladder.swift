/// The H.264 ladder of the HLS Authoring Specification for Apple Devices as playlists: two minutes in segments of
/// six seconds, whose sizes vary around the average as those of a constrained variable bit rate do.
///
/// The files shipped in `Scenarios/media/ladder` are made by this; a test compares the two.
enum Ladder {
    struct File {
        let name: String
        let text: String
    }

    private struct Rung {
        let kbps: Int
        let width: Int
        let height: Int
        let codec: String

        var name: String { "h264-\(kbps).m3u8" }
    }

    /// The rung for Wi-Fi comes first (1.32a), the others go up.
    private static let rungs = [
        Rung(kbps: 2000, width: 960, height: 540, codec: "avc1.64001f"),
        Rung(kbps: 145, width: 416, height: 234, codec: "avc1.64000d"),
        Rung(kbps: 365, width: 640, height: 360, codec: "avc1.64001e"),
        Rung(kbps: 730, width: 768, height: 432, codec: "avc1.64001e"),
        Rung(kbps: 1100, width: 768, height: 432, codec: "avc1.64001e"),
        Rung(kbps: 3000, width: 1280, height: 720, codec: "avc1.64001f"),
        Rung(kbps: 4500, width: 1280, height: 720, codec: "avc1.64001f"),
        Rung(kbps: 6000, width: 1920, height: 1080, codec: "avc1.640028"),
        Rung(kbps: 7800, width: 1920, height: 1080, codec: "avc1.640028"),
    ]
    private static let audioKbps = 128
    private static let segments = 20
    private static let seconds = 6

    static var files: [File] {
        let audio = sizes(kbps: audioKbps, spread: 20)
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-INDEPENDENT-SEGMENTS", "",
            "# The H.264 ladder of Apple's authoring specification, made for autowait. There are no media files:",
            "# sizes are those of the byte ranges.", "",
            "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"aac\",NAME=\"English\",LANGUAGE=\"en\",DEFAULT=YES,AUTOSELECT=YES,"
                + "CHANNELS=\"2\",URI=\"aac-\(audioKbps).m3u8\"",
        ]
        var files: [File] = []
        for rung in rungs {
            let own = sizes(kbps: rung.kbps, spread: 400)
            lines += [
                "",
                "#EXT-X-STREAM-INF:BANDWIDTH=\(peak(own) + peak(audio)),"
                    + "AVERAGE-BANDWIDTH=\(average(own) + average(audio)),"
                    + "CODECS=\"\(rung.codec),mp4a.40.2\",RESOLUTION=\(rung.width)x\(rung.height),FRAME-RATE=30.000,"
                    + "CLOSED-CAPTIONS=NONE,AUDIO=\"aac\"", rung.name,
            ]
            files.append(File(name: rung.name, text: media("h264-\(rung.kbps).mp4", own)))
        }
        lines += [
            "", "# Sound alone, for the slowest networks (9.21).",
            "#EXT-X-STREAM-INF:BANDWIDTH=\(peak(audio)),AVERAGE-BANDWIDTH=\(average(audio)),CODECS=\"mp4a.40.2\","
                + "AUDIO=\"aac\"", "aac-\(audioKbps).m3u8",
        ]
        files.append(File(name: "aac-\(audioKbps).m3u8", text: media("aac-\(audioKbps).mp4", audio)))
        files.append(File(name: "master.m3u8", text: lines.joined(separator: "\n") + "\n"))
        return files
    }

    /// The bytes of the initialization section, then those of each segment. The content is the same on every rung, so
    /// what is hard on one is hard on all.
    private static func sizes(kbps: Int, spread: Int) -> [Int] {
        // Numerical Recipes' generator: the numbers need not be good, only the same.
        var state: UInt32 = 503
        var weights: [Int] = []
        var level = 0
        for _ in 0..<segments {
            state = state &* 1_664_525 &+ 1_013_904_223
            let noise = Int(state >> 16) % (2 * spread + 1) - spread
            // A scene goes on: each segment is half like the one before.
            level = (level + noise) / 2
            weights.append(1000 + level)
        }
        let sum = weights.reduce(0, +)
        let bytes = kbps * 125 * seconds * segments
        return [800] + weights.map { bytes * $0 / sum }
    }

    /// Bits per second, rounded up; the initialization section counts to the first segment.
    private static func peak(_ sizes: [Int]) -> Int {
        let segments = [sizes[0] + sizes[1]] + sizes[2...]
        return (segments.max()! * 8 + seconds - 1) / seconds
    }

    private static func average(_ sizes: [Int]) -> Int {
        (sizes.reduce(0, +) * 8 + seconds * segments - 1) / (seconds * segments)
    }

    private static func media(_ file: String, _ sizes: [Int]) -> String {
        var lines = [
            "#EXTM3U", "#EXT-X-VERSION:7", "#EXT-X-TARGETDURATION:\(seconds)", "#EXT-X-PLAYLIST-TYPE:VOD",
            "#EXT-X-MAP:URI=\"\(file)\",BYTERANGE=\"\(sizes[0])@0\"",
        ]
        for (index, size) in sizes.dropFirst().enumerated() {
            let offset = index == 0 ? "@\(sizes[0])" : ""
            lines += ["#EXTINF:\(seconds).000,", "#EXT-X-BYTERANGE:\(size)\(offset)", file]
        }
        return lines.joined(separator: "\n") + "\n#EXT-X-ENDLIST\n"
    }
}
