import PlayerModel

/// `AVPlayerItem.errorLog()`: an entry for each request that failed, made again or not, and for playlists of live
/// streams that do not change (`stalePlaylists`).
///
/// AVFoundation's own codes are not published, so the domain and the code are those of `NSURLError` that the failure
/// corresponds to, or of `AVError` where what came is no playlist; a status of HTTP is in the comment.
package struct ErrorLog: Sendable {
    package struct Entry: Equatable, Sendable {
        /// `date`, in virtual time.
        package let at: Instant
        /// In the place of `uri`: the resource that was asked for, with its variant where there are several.
        package let resource: String
        /// `errorDomain`.
        package let domain: String
        /// `errorStatusCode`.
        package let code: Int64
        /// `errorComment`.
        package let comment: String
        package let recovery: Recovery

        /// Whether the same is asked for once more.
        package var isRetried: Bool { recovery.asksAgain }
    }

    package let entries: [Entry]

    package init(_ run: PlayerRun) {
        let failures = run.playback.notes.compactMap { Entry($0, run) }
        let stale = Self.stalePlaylists(run)
        entries = stale.isEmpty ? failures : (failures + stale).sorted { $0.at < $1.at }
    }
}

extension ErrorLog.Entry {
    /// The entry for a note; nil where the note is of no failure.
    init?(_ note: Observed<NetworkNote>, _ run: PlayerRun) {
        guard let recovery = run.recovery(after: note) else { return nil }
        switch note.value {
        case .retries(let slot, let failure, _), .gaveUp(let slot, let failure):
            self.init(note.at, slot, failure, recovery, run)
        case .lookedUp, .connected, .secured: return nil
        }
    }

    private init(_ at: Instant, _ slot: Int32, _ failure: LoadFailure, _ recovery: Recovery, _ run: PlayerRun) {
        (self.at, self.recovery) = (at, recovery)
        (resource, comment) = (run.player.name(ofSlot: slot, in: run.slots), Words.failure(failure))
        (domain, code) =
            switch failure {
            case .timedOut: ("NSURLErrorDomain", -1001)
            case .connectionLost: ("NSURLErrorDomain", -1005)
            case .badStatus: ("NSURLErrorDomain", -1011)
            case .wrongLength: ("NSURLErrorDomain", -1017)
            case .unreadable: ("AVFoundationErrorDomain", -11_853)
            }
    }
}
