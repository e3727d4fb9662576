internal import PlayerModel
internal import Simulation

/// Players as they show themselves: while observers take the values of a change, as that change has left them, and
/// else as they are.
extension Engine {
    func timeControlStatus(of player: Int16) -> TimeControlStatus {
        told[Int(player)].isShown ? told[Int(player)].status : model(of: player).timeControlStatus
    }

    func reasonForWaiting(of player: Int16) -> WaitingReason? {
        told[Int(player)].isShown ? told[Int(player)].reason : model(of: player).reasonForWaitingToPlay
    }

    func rate(of player: Int16) -> Rate {
        told[Int(player)].isShown ? told[Int(player)].rate : model(of: player).rate
    }
}

/// Items as they are outside the machine, which knows the current one and those behind it.
extension Engine {
    /// The flags of the current item: its own, which are not known before the machine has looked at its buffer.
    func ownFlags(of player: Int16) -> BufferFlags {
        let model = model(of: player)
        guard model.item != nil, !told[Int(player)].awaitsFlags || model.knowsItsBuffer else { return BufferFlags() }
        return BufferFlags(
            isLikelyToKeepUp: model.isLikelyToKeepUp, isFull: model.isBufferFull, isEmpty: model.isBufferEmpty)
    }

    func flags(ofItem id: Int32, of player: Int16) -> BufferFlags {
        let told = told[Int(player)]
        if told.isShown { return told.item == id ? told.flags : BufferFlags() }
        return model(of: player).item?.id == id ? ownFlags(of: player) : BufferFlags()
    }

    /// `AVPlayerItem.status`: ready as soon as something of the item is loaded, which is what the access log's
    /// `startupTime` waits for too (AVPlayerItemAccessLogEvent). It stays so, and so does one that has failed.
    func status(ofItem id: Int32, of player: Int16) -> SimulatedPlayerItem.Status {
        if failure(ofItem: id, of: player) != nil { return .failed }
        return isLoaded(item: id, of: player) ? .readyToPlay : .unknown
    }

    /// Whether anything of an item is loaded, or has been.
    func isLoaded(item id: Int32, of player: Int16) -> Bool {
        told[Int(player)].ready.contains(id) || !session.loadedTimeRanges(ofItem: id, of: player).isEmpty
    }

    func failure(ofItem id: Int32, of player: Int16) -> LoadFailure? {
        told[Int(player)].failed.first { $0.id == id }?.failure
    }

    /// Where an item was left, or sought; nil where it is where it was made to begin.
    func place(ofItem id: Int32, of player: Int16) -> Place? { told[Int(player)].places[id] }

    /// Leaves an item at a place. Returns whether that may be done.
    func leave(item id: Int32, at place: Place, of player: Int16, by call: StaticString = #function) -> Bool {
        guard mayAct(call) else { return false }
        told[Int(player)].places[id] = place
        return true
    }
}
