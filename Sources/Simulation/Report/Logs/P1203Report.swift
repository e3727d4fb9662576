import PlayerModel

/// A run as the input of ITU-T P.1203, and what to say beside it.
package enum P1203Report {
    /// One JSON object, ending in a line break; where several play, one with the input of each under its name.
    package static func text(_ run: Run) -> String {
        JSONWriter.text { writer in
            for player in run.players {
                if player.isAlone {
                    body(player, &writer)
                } else {
                    writer.object(player.name.text) { body(player, &$0) }
                }
            }
        }
    }

    /// The fields that are null, with the keys that would mend it; what is left out, and what was assumed. A line each.
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

    private static func body(_ player: PlayerRun, _ writer: inout JSONWriter) {
        let (input, stream) = (P1203Input(player), Int64(player.index + 1))
        segments("I11", input.audio, stream, &writer, hasPictures: false)
        segments("I13", input.video, stream, &writer, hasPictures: true)
        writer.object("I23") { writer in
            writer.member("streamId", stream)
            writer.array("stalling", of: input.stalls) { stall, writer in
                writer.beginArray(inline: true)
                writer.decimal(stall.mediaTime.nanoseconds, places: 9)
                writer.decimal(stall.duration.nanoseconds, places: 9)
                writer.endArray()
            }
        }
        writer.object("IGen") { writer in
            writer.member("displaySize", size(input.displaySize))
            writer.member("device", P1203Input.device)
            writer.member("viewingDistance", P1203Input.viewingDistance)
        }
    }

    private static func segments(
        _ name: String, _ segments: [P1203Input.Segment], _ stream: Int64, _ writer: inout JSONWriter,
        hasPictures: Bool
    ) {
        writer.object(name) { writer in
            writer.member("streamId", stream)
            writer.objects("segments", of: segments, inline: true) { segment, writer in
                writer.member("codec", orNull: segment.codec)
                writer.member("start", segment.start.nanoseconds, .seconds)
                writer.member("duration", segment.duration.nanoseconds, .seconds)
                writer.member("bitrate", segment.bitRate, .kilobitsPerSecond)
                guard hasPictures else { return }
                writer.member("resolution", orNull: segment.resolution.map(size))
                writer.quantity("fps", segment.frameRateThousandths, .framesPerSecond)
            }
        }
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
        case .noPictures:
            return "gaps of the video (EXT-X-GAP) are left out, and so is the time in which they passed"
        case .silence: return "I11 has no segments: some of the audio is a gap (EXT-X-GAP)"
        case .nothingPlayed: return "there are no segments: nothing was played"
        case .openStall(let isStart, let end):
            let stall = isStart ? "the wait for the start" : "the last stall"
            return "\(stall) has no end: it is written up to \(end.inSeconds), where the run ends"
        }
    }
}
