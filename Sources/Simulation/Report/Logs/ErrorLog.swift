import PlayerModel

/// `AVPlayerItem.errorLog()`: an entry for each request that failed, made again or not.
///
/// AVFoundation's own codes are not published, so the domain and the code are those of `NSURLError` that the failure
/// corresponds to; a status of HTTP is in the comment.
package struct ErrorLog: Sendable {
    package struct Entry: Equatable, Sendable {
        /// `date`, in virtual time.
        package let at: Instant
        /// In the place of `uri`: the kind of resource that was asked for.
        package let resource: String
        /// `errorStatusCode`.
        package let code: Int64
        /// `errorComment`.
        package let comment: String
        /// Whether the request was made again.
        package let isRetried: Bool
    }

    /// `errorDomain` of every entry.
    package static let domain = "NSURLErrorDomain"

    package let entries: [Entry]

    package init(_ run: PlayerRun) { entries = run.playback.notes.compactMap { Entry($0, run.slots) } }
}

extension ErrorLog.Entry {
    /// The entry for a note; nil where the note is of no failure.
    init?(_ note: Observed<NetworkNote>, _ slots: [Resource]) {
        switch note.value {
        case .retries(let slot, let failure): self.init(note.at, slots[Int(slot)].kind, failure, isRetried: true)
        case .gaveUp(let slot, let failure): self.init(note.at, slots[Int(slot)].kind, failure, isRetried: false)
        case .lookedUp, .connected, .secured: return nil
        }
    }

    private init(_ at: Instant, _ kind: Resource.Kind, _ failure: LoadFailure, isRetried: Bool) {
        (self.at, self.isRetried) = (at, isRetried)
        (resource, comment) = (kind.name, Words.failure(failure))
        code =
            switch failure {
            case .timedOut: -1001
            case .connectionLost: -1005
            case .badStatus: -1011
            }
    }
}
