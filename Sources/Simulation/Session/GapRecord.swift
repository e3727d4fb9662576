import PlayerModel

// The words and the numbers of the records on gaps.
extension GapNote {
    var form: RecordForm {
        switch self {
        case .elsewhere(let place, let from, let to):
            .init(
                .loader(.gap), 56, "finds a gap at {0} in variant {1}, and looks in variant {2}",
                .seconds(place.nanoseconds), .variant(from), .variant(to))
        case .absent(let from, let to, let track):
            .init(
                .loader(.gapOfAll), 57, "loads nothing of track {2} from {0} to {1}: it is a gap",
                .seconds(from.nanoseconds), .seconds(to.nanoseconds), .count(track))
        case .skips(let from, let to):
            .init(
                .loader(.skipsGap), 58, "skips the gap from {0} to {1}", .seconds(from.nanoseconds),
                .seconds(to.nanoseconds))
        }
    }
}
