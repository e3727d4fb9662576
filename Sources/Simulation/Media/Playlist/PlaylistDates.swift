import SimulationContainers
import PlayerModel

/// The dates of a media playlist (EXT-X-PROGRAM-DATE-TIME), each with the media before its segment, so that looking up
/// another date costs little.
struct PlaylistDates: Sendable {
    private struct Mark: BitwiseCopyable, Sendable {
        /// The media before the segment.
        let start: MediaTime
        /// The date of its first sample.
        let date: Int64
        /// The earliest of this date and of all behind it, because dates may go back.
        var earliest: Int64
    }

    private var marks: ContiguousArray<Mark> = []

    /// O(n) in the segments.
    init(of playlist: MediaPlaylist) {
        marks.reserveCapacity(playlist.dates.count)
        var (start, next) = (MediaTime.zero, 0)
        for date in playlist.dates {
            while next < min(Int(date.segment), playlist.segments.count) {
                start = start + playlist.segments[next].duration
                next += 1
            }
            marks.append(Mark(start: start, date: date.nanoseconds, earliest: date.nanoseconds))
        }
        for index in marks.indices.dropLast().reversed() {
            marks[index].earliest = min(marks[index].date, marks[index + 1].earliest)
        }
    }

    /// Whether some date is another than the one before it and the media in between come to, by more than rounding:
    /// with EXT-X-DISCONTINUITY or without.
    var jump: Bool {
        zip(marks, marks.dropFirst()).contains { earlier, later in
            let media = later.start - earlier.start
            let apart = later.date.subtractingClamped(earlier.date)
            return apart.subtractingClamped(media.nanoseconds).magnitude > 100_000_000
        }
    }

    /// The place of a date, by the last EXT-X-PROGRAM-DATE-TIME that is not later: each dates the segments from its own
    /// up to the next (RFC 8216, 4.3.2.6). Before the first and behind the last segment dates go on; nil of a date that
    /// lies between two stretches. O(log n).
    func place(of date: Int64) -> MediaTime? {
        guard let first = marks.first else { return nil }
        // From the last one that is not later on, all are later.
        let next = partitionPoint(in: marks.indices) { marks[$0].earliest > date }
        let own = next > 0 ? marks[next - 1] : first
        let ahead = date.subtractingClamped(own.date)
        let place = MediaTime(nanoseconds: own.start.nanoseconds.addingClamped(ahead))
        if next > 0, next < marks.count, place >= marks[next].start { return nil }
        return place
    }
}

extension MediaPlaylist {
    /// Whether its dates jump. O(n).
    var datesJump: Bool { PlaylistDates(of: self).jump }

    /// The place of a date. O(n): of many dates, ask `PlaylistDates`.
    func place(of date: Int64) -> MediaTime? { PlaylistDates(of: self).place(of: date) }
}
