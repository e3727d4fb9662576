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
        /// The date at which the media ends that it dates.
        var end: Int64
        /// The earliest of this date and of all behind it, because dates may go back; and the latest end of this
        /// stretch and of all before it.
        var earliest: Int64
        var latest: Int64
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
            let own = date.nanoseconds
            marks.append(Mark(start: start, date: own, end: own, earliest: own, latest: own))
        }
        for segment in playlist.segments[next...] { start = start + segment.duration }
        for index in marks.indices.reversed() {
            let (own, isLast) = (marks[index], index + 1 == marks.count)
            let length = (isLast ? start : marks[index + 1].start) - own.start
            marks[index].end = own.date.addingClamped(length.nanoseconds)
            if !isLast { marks[index].earliest = min(own.date, marks[index + 1].earliest) }
        }
        var latest = Int64.min
        for index in marks.indices {
            latest = max(latest, marks[index].end)
            marks[index].latest = latest
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

    /// The place of a date. Each EXT-X-PROGRAM-DATE-TIME dates the segments from its own up to the next (RFC 8216,
    /// 4.3.2.6): of several stretches with that date the last one counts. Where none has it, the last one counts that
    /// does not begin later: before the first and behind the last segment dates go on; nil of a date that lies between
    /// two stretches. O(log n), and O(n) where dates go back.
    func place(of date: Int64) -> MediaTime? {
        guard let first = marks.first else { return nil }
        // From the last one that is not later on, all are later.
        let next = partitionPoint(in: marks.indices) { marks[$0].earliest > date }
        var index = next - 1
        while index >= 0, marks[index].latest > date {
            let own = marks[index]
            if own.date <= date, date < own.end {
                return MediaTime(nanoseconds: own.start.nanoseconds + date.subtractingClamped(own.date))
            }
            index -= 1
        }
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

    /// The lines of the segments whose date jumps: it is not where the date before it and the media in between lead,
    /// and no EXT-X-DISCONTINUITY stands between the two. More than a second is a jump (ours), and than half a second
    /// for each segment in between, because lengths may be rounded to whole seconds (RFC 8216, 4.3.2.1). O(n).
    var linesOfJumpingDates: [Int32] {
        zip(dates, dates.dropFirst()).compactMap { earlier, later in
            let (first, last) = (Int(earlier.segment), Int(later.segment))
            guard !segments[(first + 1)...last].contains(where: { $0.isDiscontinuity }) else { return nil }
            let media = segments[first..<last].reduce(MediaTime.zero) { $0 + $1.duration }
            let apart = later.nanoseconds.subtractingClamped(earlier.nanoseconds)
            let jump = apart.subtractingClamped(media.nanoseconds).magnitude
            return jump > UInt64(max(2, last - first)) * 500_000_000 ? segments[last].line : nil
        }
    }

    /// The place of a date. O(n): of many dates, ask `PlaylistDates`.
    func place(of date: Int64) -> MediaTime? { PlaylistDates(of: self).place(of: date) }
}
