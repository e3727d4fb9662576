import PlayerModel

extension LoadFailure {
    private static let serverErrors: ClosedRange<Int16> = 500...599
    /// RFC 9110, section 15.5.9, and RFC 6585, section 4.
    private static let passingErrors: [Int16] = [408, 429]

    /// Whether the same request may succeed later. A client's error will not mend itself.
    var isWorthAnotherTry: Bool {
        switch self {
        case .timedOut, .connectionLost: true
        case .badStatus(let status): Self.serverErrors.contains(status) || Self.passingErrors.contains(status)
        }
    }
}
