internal import PlayerModel

/// Whom a notice is for.
extension Engine {
    /// Calls an observer, if a notice is for it.
    func tell(_ observer: Observer, _ notice: Notice) {
        guard notice.isFor(observer) else { return }
        count()
        switch notice {
        case .rateChanged(let reason, _): observer.call(reason)
        case .moved(let place, let stopped, _): observer.move(to: place, stopped: stopped)
        case .changed, .itemChanged, .otherItemChanged, .itemReplaced, .posted, .called: observer.call()
        }
    }

    /// Adds a notice to those that observers have still to be told. Who is to be told the values of a change, as an
    /// observer of a key path is, takes the new one now: another call may follow before it is told.
    func add(_ notice: Notice) {
        notices.append(notice)
        guard let player = notice.player else { return }
        told[Int(player)].isShown = true
        for observer in observers(for: notice) where notice.isFor(observer) { observer.look() }
        told[Int(player)].isShown = false
    }
}

extension Notice {
    /// The player of which a property has changed; nil where none has.
    fileprivate var player: Int16? {
        switch self {
        case .changed(_, let player), .itemChanged(_, _, let player), .otherItemChanged(_, _, let player),
            .itemReplaced(_, let player):
            player
        case .posted, .rateChanged, .moved, .called: nil
        }
    }

    /// Whether an observer is to be told of it.
    fileprivate func isFor(_ observer: Observer) -> Bool {
        switch (self, observer.kind) {
        case (.changed(let property, let player), .property(let own)):
            property == own && player == observer.player
        case (.itemChanged(let property, let item, let player), .itemProperty(let own, let ownItem)):
            property == own && player == observer.player && (ownItem == nil || item == ownItem)
        case (.otherItemChanged(let property, let item, let player), .itemProperty(let own, let ownItem)):
            property == own && player == observer.player && item == ownItem
        case (.itemReplaced(let property, let player), .itemProperty(let own, nil)):
            property == own && player == observer.player
        case (.posted(let notification, let item, let player), .notification(let own, let ownItem)):
            notification == own && player == observer.player && (ownItem == nil || item == ownItem)
        case (.rateChanged(_, let player), .rateChange), (.moved(_, _, let player), .periodic),
            (.moved(_, _, let player), .boundary):
            player == observer.player
        case (.changed, _), (.itemChanged, _), (.otherItemChanged, _), (.itemReplaced, _), (.posted, _),
            (.rateChanged, _), (.moved, _), (.called, _):
            false
        }
    }
}

extension Notice {
    /// The completion handler that it is for, and what that is told.
    var handler: (handler: (Bool) -> Void, isFinished: Bool)? {
        if case .called(let handler, let isFinished) = self { (handler, isFinished) } else { nil }
    }
}
