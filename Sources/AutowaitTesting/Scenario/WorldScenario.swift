internal import Simulation

/// A scenario made of values, in the place of the text of a file; judged as that is.
///
/// ```swift
/// let world = try World(WorldScenario(network: .preset("3G"), media: .hls([1200, 400], duration: .seconds(60))))
/// ```
///
/// It has what most tests need. Players and HLS take further keys of theirs as text (`also`); for all else that a
/// scenario can say, give `World` the text of one.
public struct WorldScenario: Sendable {
    /// The network between the server and the device.
    public struct Network: Sendable {
        private let properties: String
        private var outages: [String] = []

        private init(members: String) { properties = members }

        fileprivate var members: String {
            outages.isEmpty ? properties : properties + ", \"outages\": [\(outages.joined(separator: ", "))]"
        }

        /// A preset by its name, such as `3G`, `LTE` or `Very Bad Network`: `autowait list presets` has all.
        public static func preset(_ name: String) -> Network { Network(members: "\"preset\": \(quoted(name))") }

        /// A link without packets: bytes come at its capacity, and a request costs one round trip. What happens on it
        /// can be worked out by hand. Nothing times out on it, however long it is broken: for an item that fails, take
        /// `link`, or let requests fail.
        public static func fluid(down_kbps: Int, delay: Duration = .zero) -> Network {
            Network(members: "\"transport\": \"fluid\", " + link(down_kbps, delay))
        }

        /// A link with packets, connections and congestion control.
        ///
        /// - Parameters:
        ///   - down_kbps: The capacity towards the device, in kilobits per second.
        ///   - delay: The time that a packet takes in each direction.
        ///   - loss_percent: How many of a hundred packets are lost, in each direction.
        public static func link(down_kbps: Int, delay: Duration, loss_percent: Double = 0) -> Network {
            let loss = loss_percent == 0 ? "" : ", \"loss_percent\": \(decimal(loss_percent, places: 4))"
            return Network(members: link(down_kbps, delay) + loss)
        }

        /// A file that was measured, by its path among the files that the world is given: `World(_:files:)`.
        public static func trace(_ path: String) -> Network { Network(members: "\"trace\": \(quoted(path))") }

        /// The same network, broken from an instant on, for so long, besides the times at which it is broken already.
        public func broken(at start: Duration, for length: Duration) -> Network {
            var network = self
            network.outages.append("{ \"at_s\": \(seconds(start)), \"for_s\": \(seconds(length)) }")
            return network
        }

        private static func link(_ down_kbps: Int, _ delay: Duration) -> String {
            "\"down_kbps\": \(down_kbps), \"delay_ms\": \(exact(delay.inNanoseconds, places: 6))"
        }
    }

    /// A variant of HTTP Live Streaming.
    public struct Variant: Sendable {
        fileprivate let members: String

        /// One that declares no size.
        ///
        /// - Parameter bitrate_kbps: Its peak, `BANDWIDTH` without audio beside it, in kilobits per second.
        public static func variant(_ bitrate_kbps: Int) -> Variant {
            Variant(members: "\"bitrate_kbps\": \(bitrate_kbps)")
        }

        /// One with the size of its pictures, `RESOLUTION`.
        ///
        /// - Parameters:
        ///   - bitrate_kbps: Its peak, `BANDWIDTH` without audio beside it, in kilobits per second.
        ///   - width: Pixels from side to side; at least 1.
        ///   - height: Pixels from top to bottom; at least 1.
        public static func variant(_ bitrate_kbps: Int, width: Int, height: Int) -> Variant {
            Variant(members: variant(bitrate_kbps).members + ", \"width\": \(width), \"height\": \(height)")
        }
    }

    /// The media.
    public struct Media: Sendable {
        fileprivate let members: String

        /// HTTP Live Streaming, with a variant for each bit rate in kilobits per second, in the order of the
        /// playlist.
        ///
        /// Of several variants the player of `.player()` plays the one that it has chosen first, unless a limit, a gap
        /// or a failure has it leave that. One that switches is `.profile("avplayer")`. These variants declare no size,
        /// so that `preferredMaximumResolution` and a layer rule none of them out: for that there is
        /// `hls(variants:duration:segment:also:)`.
        public static func hls(
            _ bitrates_kbps: [Int], duration: Duration, segment: Duration = .seconds(6), also keys: String = ""
        ) -> Media {
            hls(variants: bitrates_kbps.map { .variant($0) }, duration: duration, segment: segment, also: keys)
        }

        /// Likewise, with the sizes of the pictures of variants.
        ///
        /// ```swift
        /// .hls(
        ///     variants: [.variant(1500, width: 1280, height: 720), .variant(400, width: 640, height: 360)],
        ///     duration: .seconds(60))
        /// ```
        public static func hls(
            variants: [Variant], duration: Duration, segment: Duration = .seconds(6), also keys: String = ""
        ) -> Media {
            let variants = variants.map { "{ \($0.members) }" }.joined(separator: ", ")
            return Media(
                members: "\"kind\": \"hls\", \"duration_s\": \(seconds(duration)), "
                    + "\"segment_s\": \(seconds(segment)), \"variants\": [\(variants)]" + more(keys))
        }

        /// A file that is played while it comes.
        public static func progressive(bitrate_kbps: Int, duration: Duration) -> Media {
            Media(members: "\"kind\": \"progressive\", " + file(bitrate_kbps, duration))
        }

        /// A file on the device.
        public static func local(bitrate_kbps: Int, duration: Duration) -> Media {
            Media(members: "\"kind\": \"local\", " + file(bitrate_kbps, duration))
        }

        /// A playlist, by its path among the files that the world is given: `World(_:files:)`.
        public static func playlist(_ path: String) -> Media {
            Media(members: "\"kind\": \"playlist\", \"path\": \(quoted(path))")
        }

        private static func file(_ bitrate_kbps: Int, _ duration: Duration) -> String {
            "\"duration_s\": \(seconds(duration)), \"bitrate_kbps\": \(bitrate_kbps)"
        }
    }

    /// The player.
    public struct Player: Sendable {
        fileprivate let members: String

        /// An `AVPlayer` that keeps to the variant of HTTP Live Streaming that it has chosen first: what a test finds
        /// then follows from the network and the media alone. `World.warnings` says so where there are several, and
        /// `.profile("avplayer")` switches.
        ///
        /// - Parameters:
        ///   - keepUp: The rule behind `isPlaybackLikelyToKeepUp`: `autowait list heuristics` has all.
        ///   - keys: Further keys of `player`, as a scenario file has them.
        public static func player(keepUp: String = "play-through", also keys: String = "") -> Player {
            Player(members: "\"keep_up\": \(quoted(keepUp))" + more(keys))
        }

        /// An `AVQueuePlayer`, likewise.
        public static func queuePlayer(keepUp: String = "play-through", also keys: String = "") -> Player {
            Player(members: "\"class\": \"AVQueuePlayer\", \"keep_up\": \(quoted(keepUp))" + more(keys))
        }

        /// A whole player by its name, such as `avplayer` or `exoplayer`: `autowait list players` has all.
        public static func profile(_ name: String) -> Player { Player(members: "\"profile\": \(quoted(name))") }
    }

    /// The scenario as text, as a file has it.
    public let text: String

    /// A scenario by its parts.
    public init(network: Network, media: Media, player: Player = .player(), seed: Int = 1) {
        text = """
            {
              "network": { \(network.members) },
              "media": { \(media.members) },
              "player": { \(player.members) },
              "seed": \(seed)
            }
            """
    }
}

private func more(_ keys: String) -> String { keys.isEmpty ? "" : ", " + keys }

private func seconds(_ duration: Duration) -> String { exact(duration.inNanoseconds, places: 9) }

private func exact(_ value: Int64, places: Int) -> String { NumberText.exact(value, places: Int32(places)) }

/// A value that is no number, or would be rounded to nothing, is written as it is, and refused with the scenario.
private func decimal(_ value: Double, places: Int) -> String {
    let scale = (0..<places).reduce(1.0) { scale, _ in scale * 10 }
    let whole = nearestInteger(value * scale)
    return value.isFinite && (whole != 0 || value == 0) ? exact(whole, places: places) : "\(value)"
}

/// A word in the quotes of JSON.
private func quoted(_ word: String) -> String { JSONText.quoted(word) }
