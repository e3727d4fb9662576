import PlayerModel

/// Units of an access log's event that its own figures prove wrong.
enum AccessLogUnits {
    static func check(_ record: FieldRecord, _ event: JSONNode, _ findings: inout RepeatedFindings) {
        checkRate(record, event, &findings)
        checkMedia(record, event, &findings)
    }

    /// Media over the requests that brought it is the length of a segment, and bytes over media are not far from
    /// `indicatedBitrate`. One film in one file is longer, and has no such bit rate.
    private static func checkMedia(_ record: FieldRecord, _ event: JSONNode, _ findings: inout RepeatedFindings) {
        guard let media = record.media, media > 0 else { return }
        var ratio: Int64?
        if let bytes = record.bytes, bytes > 0, let declared = record.bitRate, declared > 0 {
            ratio = millionths(declared, of: bytes, over: media)
        }
        if let ratio, 300...3000 ~= ratio {
            findings.note(
                "indicated kilobits",
                "'indicatedBitrate' is a thousandth of 8 × bytes ÷ 'segmentsDownloadedDuration': it is in kbit/s, "
                    + "where AVFoundation has bit/s", event)
        }
        guard let count = record.requestCount, count > 0, media / count >= FieldValues.mostOfSegment else { return }
        let watched = FieldValues.quantity(event.member("durationWatched"), places: 9)
        guard ratio.map({ 300_000_000...3_000_000_000 ~= $0 }) ?? watched.map({ $0 <= media / 100 }) ?? false else {
            return
        }
        findings.note(
            "media in milliseconds",
            "'segmentsDownloadedDuration' is \(NumberText.exact(media, places: 9)) s for \(count) requests, and "
                + (ratio == nil
                    ? "'durationWatched' less than a hundredth" : "by 'indicatedBitrate' about a thousandth")
                + ": likely it is in milliseconds, where AVFoundation has seconds", event)
    }

    /// `observedBitrate` is bits over the time of transfer, and `indicatedBitrate` not far from bits over the media.
    /// Where one of them is a thousand times that, or a thousandth, an eighth or eight times, a unit is confused; which
    /// it is, the other may say.
    private static func checkRate(_ record: FieldRecord, _ event: JSONNode, _ findings: inout RepeatedFindings) {
        guard let bytes = record.bytes, let transfer = record.transfer, bytes > 0, transfer > 0,
            let observed = FieldValues.quantity(event.member("observedBitrate"), places: 0), observed > 0
        else { return }
        switch millionths(observed, of: bytes, over: transfer) {
        case 800_000_000...1_250_000_000:
            findings.note(
                "milliseconds",
                "'observedBitrate' is 1000 times 8 × bytes ÷ 'transferDuration': \(thousandfold(record))", event)
        case 800...1250:
            findings.note(
                "kilobits",
                "'observedBitrate' is a thousandth of 8 × bytes ÷ 'transferDuration': it is in kbit/s, where "
                    + "AVFoundation has bit/s", event)
        case 110_000...140_000:
            findings.note(
                "bytes per second",
                "'observedBitrate' is an eighth of 8 × bytes ÷ 'transferDuration': it counts bytes, "
                    + "or 'numberOfBytesTransferred' counts bits", event)
        default: break
        }
    }

    /// The unit that is confused where bytes over the time are a thousandth of what was observed: the media tell, where
    /// they have a declared rate.
    private static func thousandfold(_ record: FieldRecord) -> String {
        let time = "that duration is in milliseconds, where AVFoundation has seconds"
        let bytes = "'numberOfBytesTransferred' is in kB, where AVFoundation has bytes"
        guard let media = record.media, media > 0, let declared = record.bitRate, declared > 0,
            let own = record.bytes
        else { return "\(time), or \(bytes)" }
        switch millionths(declared, of: own, over: media) {
        case ...10_000_000: return time
        case 100_000_000...: return "by the media \(bytes)"
        default: return "\(time), or \(bytes)"
        }
    }

    /// A rate in millionths of that of bytes over a time.
    private static func millionths(_ rate: Int64, of bytes: Int64, over time: Int64) -> Int64 {
        proportion(rate, 1_000_000, over: max(1, proportion(bytes, 8_000_000_000, over: time, .down)), .down)
    }
}
