import PlayerModel

/// A run as the input of ITU-T P.1203, and what to say beside it.
package enum P1203Report {
    /// One JSON object, ending in a line break; where several play, one with the input of each under its name.
    package static func text(_ run: Run) -> String {
        var writer = JSONWriter(indented: true)
        writer.beginObject()
        for player in run.players {
            if !player.isAlone {
                writer.key(player.name)
                writer.beginObject()
            }
            body(P1203Input(player), stream: Int64(player.index + 1), &writer)
            if !player.isAlone { writer.endObject() }
        }
        writer.endObject()
        return writer.finish() + "\n"
    }

    /// The fields that are null, with the keys that would mend it; and what was assumed. A line each.
    package static func notes(_ run: Run) -> [String] {
        run.players.flatMap { player in
            let input = P1203Input(player)
            var lines = input.gaps.map { words($0, player.player) }
            let layer = player.player.variantLimits.layer == nil ? "; 'layer' would say the size" : ""
            lines.append(
                "IGen is assumed: displaySize \(size(input.displaySize)), device \(P1203Input.device), "
                    + "viewingDistance \(P1203Input.viewingDistance)\(layer)")
            return lines.map { "note: \(player.isAlone ? "" : "\(player.name): ")\($0)" }
        }
    }

    private static func body(_ input: P1203Input, stream: Int64, _ writer: inout JSONWriter) {
        segments("I11", input.audio, stream, &writer, hasPictures: false)
        segments("I13", input.video, stream, &writer, hasPictures: true)
        writer.key("I23")
        writer.beginObject()
        writer.member("streamId", stream)
        writer.key("stalling")
        writer.beginArray()
        for stall in input.stalls {
            writer.beginArray(inline: true)
            writer.decimal(stall.mediaTime.nanoseconds, places: 9)
            writer.decimal(stall.duration.nanoseconds, places: 9)
            writer.endArray()
        }
        writer.endArray()
        writer.endObject()
        writer.key("IGen")
        writer.beginObject()
        writer.member("displaySize", size(input.displaySize))
        writer.member("device", P1203Input.device)
        writer.member("viewingDistance", P1203Input.viewingDistance)
        writer.endObject()
    }

    private static func segments(
        _ name: String, _ segments: [P1203Input.Segment], _ stream: Int64, _ writer: inout JSONWriter,
        hasPictures: Bool
    ) {
        writer.key(name)
        writer.beginObject()
        writer.member("streamId", stream)
        writer.key("segments")
        writer.beginArray()
        for segment in segments {
            writer.beginObject(inline: true)
            writer.key("codec")
            if let codec = segment.codec { writer.string(codec) } else { writer.null() }
            writer.member("start", segment.start.nanoseconds, .seconds)
            writer.member("duration", segment.duration.nanoseconds, .seconds)
            writer.member("bitrate", segment.bitRate, .kilobitsPerSecond)
            if hasPictures {
                writer.key("resolution")
                if let resolution = segment.resolution { writer.string(size(resolution)) } else { writer.null() }
                writer.key("fps")
                if let rate = segment.frameRateThousandths { writer.decimal(rate, places: 3) } else { writer.null() }
            }
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
    }

    private static func size(_ size: Dimensions) -> String { "\(size.width)x\(size.height)" }

    private static func words(_ gap: P1203Input.Gap, _ player: ScenarioPlayer) -> String {
        let isPlaylist = player.assets.contains { $0.file != nil }
        switch gap {
        case .videoCodec: return "the video's codec is null: it lacks \(isPlaylist ? "CODECS" : "'codecs'")"
        case .audioCodec: return "the audio's codec is null: it lacks \(isPlaylist ? "CODECS" : "'codecs'")"
        case .resolution:
            return "the resolution is null: it lacks \(isPlaylist ? "RESOLUTION" : "'width' and 'height'")"
        case .frameRate: return "fps is null: it lacks \(isPlaylist ? "FRAME-RATE" : "'frame_rate_fps'")"
        case .unnamed(let codec): return "the codec \(codec) is null: P.1203 has no name for it"
        case .noAudio:
            return "I11 has no segments: audio comes together with the video, not in a rendition of its own"
        case .nothingPlayed: return "there are no segments: nothing was played"
        }
    }
}
