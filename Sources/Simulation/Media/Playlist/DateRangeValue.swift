import PlayerModel

/// The value of an attribute of EXT-X-DATERANGE, as it is compared with that of another tag of its ID.
///
/// Tags of one ID have the same values of what several of them have (rfc8216bis, 4.4.5.1): the same date or number,
/// however it is written (ours), and else the same text.
enum DateRangeValue: Equatable, Sendable {
    /// In nanoseconds, from 1970-01-01T00:00:00Z on where it is a date.
    case time(Int64)
    /// Its variables are replaced.
    case text(ContiguousArray<UInt8>, isQuoted: Bool)

    /// Nil where it cannot be read: that is told, if at all, by whoever reads it for its own sake.
    init?(_ attribute: PlaylistAttributes.Attribute, _ list: PlaylistAttributes, _ scanner: inout PlaylistScanner) {
        let name = scanner.string(attribute.name)
        do throws(PlaylistProblem) {
            if ["START-DATE", "END-DATE"].contains(where: { $0.isSpelt(name) }) {
                guard let date = try scanner.date(name, list) else { return nil }
                self = .time(date)
            } else if Self.lengths.contains(where: { $0.isSpelt(name) }) {
                guard let length = try scanner.signedTime(name, list) else { return nil }
                self = .time(length.nanoseconds)
            } else if attribute.isQuoted {
                guard let text = try scanner.quotedString(name, list) else { return nil }
                self = .text(ContiguousArray(text.utf8), isQuoted: true)
            } else {
                self = .text(ContiguousArray(scanner.bytes[attribute.value]), isQuoted: false)
            }
        } catch {
            return nil
        }
    }

    private static let lengths = ["DURATION", "PLANNED-DURATION", "X-RESUME-OFFSET", "X-PLAYOUT-LIMIT"]
}

extension ContiguousArray<DateRangeDraft> {
    /// The attributes of some tags of one ID that have another value than in the first of them which has any, in the
    /// order of the text. O(n log n) in all attributes.
    func contradictions(
        among tags: [Int], _ scanner: inout PlaylistScanner
    ) -> [(tag: Int, name: String)] {
        guard tags.count > 1 else { return [] }
        var said: ContiguousArray<(name: String, order: Int, tag: Int, value: DateRangeValue)> = []
        for tag in tags {
            do throws(PlaylistProblem) {
                let list = try PlaylistAttributes(.dateRange, self[tag].attributes, scanner.lines)
                for attribute in list.list {
                    guard let value = DateRangeValue(attribute, list, &scanner) else { continue }
                    said.append((scanner.string(attribute.name), said.count, tag, value))
                }
            } catch {
                continue
            }
        }
        said.sort { left, right in
            left.name.isSpelt(right.name)
                ? left.order < right.order : ByteOrder.precedes(left.name, right.name)
        }
        var others: [(tag: Int, name: String, order: Int)] = []
        var first = 0
        for index in said.indices {
            if !said[index].name.isSpelt(said[first].name) { first = index }
            if said[index].value != said[first].value {
                others.append((said[index].tag, said[index].name, said[index].order))
            }
        }
        return others.sorted { $0.order < $1.order }.map { (tag: $0.tag, name: $0.name) }
    }
}
