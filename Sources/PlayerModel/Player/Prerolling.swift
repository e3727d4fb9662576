/// The state of `preroll(atRate:)`: the pipelines of a paused player are filled, so that a start need not wait for them
/// (A.35, B.5).
///
/// By AVPlayer.h it is for a rate of 0 and a player whose own status is `readyToPlay`. At another status it raises an
/// exception; the completion handler is called with `finished` false where another time or another rate interrupts it,
/// "or if preroll is not possible for some other reason" (B.5). The rest is our choice: that a player whose item was
/// ready stays ready itself, whatever its item is now; that an item which is not ready yet is waited for; that it is
/// not possible at another rate, with no item, or with one that has failed, which is told at once; that a start at the
/// very rate of the preroll is no interruption, but waits for the rest of it; that another preroll, other tracks,
/// another item and a lack of media interrupt it; that what was filled by an interrupted one is of no use, unless a
/// start waits for it by then; and that media has to be loaded as for a start.
enum Prerolling: Equatable, BitwiseCopyable, Sendable {
    case none
    /// Too little is loaded to fill the pipelines with, or the playhead is on its way to another place.
    case awaitsMedia(for: Rate)
    case fills(for: Rate, until: Instant)

    /// The rate that it was asked for with; nil where there is none.
    var rate: Rate? {
        switch self {
        case .none: nil
        case .awaitsMedia(let rate), .fills(let rate, _): rate
        }
    }

    /// The instant at which it ends by itself.
    var until: Instant {
        switch self {
        case .none, .awaitsMedia: .never
        case .fills(_, let until): until
        }
    }
}

extension Player {
    /// Whether a preroll of the app is pending.
    package var isPrerolling: Bool { prerolling != .none }

    mutating func preroll(atRate rate: Rate, _ effects: inout Effects) {
        guard wasReady else {
            return effects.append(.announce(.exception(.prerollWhileNotReady)))
        }
        cancelPreroll(&effects)
        guard !self.rate.isMoving, item != nil, itemError == nil else {
            return effects.append(.announce(.prerollFinished(false)))
        }
        prerolling = .awaitsMedia(for: rate)
    }

    /// Begins to fill the pipelines as soon as that can be done, and calls the completion handler once they are full.
    mutating func advancePreroll(_ buffer: BufferState, _ now: Instant, _ effects: inout Effects) {
        if case .none = prerolling { return }
        if case .awaitsMedia(let rate) = prerolling, case .none = hold, canFill(buffer, now) {
            let full = pipelines.start(at: now, filling: settings.preroll.time)
            pipelines.preroll(until: full)
            prerolling = .fills(for: rate, until: full)
        }
        // A start at the same rate may have filled them, or not have needed it.
        guard now >= prerolling.until || pipelines.fill == .full || playhead.rate.isMoving else { return }
        pipelines.becomeFull()
        prerolling = .none
        effects.append(.announce(.prerollFinished(true)))
    }

    /// Calls the completion handler with `finished` false. Pipelines that are not full yet are emptied, unless a start
    /// waits for them by now.
    mutating func cancelPreroll(_ effects: inout Effects) {
        switch prerolling {
        case .none: return
        case .awaitsMedia: break
        case .fills: if hold.until == nil { pipelines.empty() }
        }
        prerolling = .none
        effects.append(.announce(.prerollFinished(false)))
    }

    /// Whether enough is loaded to fill the pipelines with, or as much as there will be.
    func canFill(_ buffer: BufferState, _ now: Instant) -> Bool {
        hasMedia(buffer, now)
            && (hasMediaToFill(buffer, now) || buffer.isFull || buffer.isCutOff || !loading.goesOn)
    }

    /// Whether as much is loaded as filling them takes, or everything up to the end.
    func hasMediaToFill(_ buffer: BufferState, _ now: Instant) -> Bool {
        let place = playhead.place(at: now)
        return buffer.ahead(of: place) >= min(settings.preroll.media, end - place)
    }
}
