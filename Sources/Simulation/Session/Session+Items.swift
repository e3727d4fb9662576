import PlayerModel

/// What becomes of items: which are loaded, and what an app or a looper does when one is over.
extension Session {
    /// The current item, and as many behind it as are loaded ahead of time.
    func order(_ place: Int) -> ContiguousArray<ItemPiece> {
        guard let item = players[place].item else { return [] }
        var pieces: ContiguousArray<ItemPiece> = [
            ItemPiece(id: item.id, asset: item.asset, start: item.start, end: players[place].end)
        ]
        for behind in 0..<Int(min(itemsAhead[place], Int64(players[place].queue.count))) {
            guard let next = players[place].queue.item(behind: behind + 1) else { break }
            let end = players[place].end(of: next)
            pieces.append(ItemPiece(id: next.id, asset: next.asset, start: next.start, end: end))
        }
        return pieces
    }

    /// The app, or a looper, does what it does when an item is over.
    mutating func takeStep(_ player: Int16) {
        // What was planned before another load is dropped.
        guard let (step, instant) = steps[Int(player)].first, instant == now else { return }
        _ = steps[Int(player)].removeFirst()
        changedAt = now
        tellPlayer(step.input, player)
        if step.plays { tellPlayer(.play, player) }
    }

    /// Another item is current, or none: the trace and the loader have to know.
    mutating func noteItem(_ player: Int16, isFinished: Bool) {
        let item = players[Int(player)].item
        let old = currentItems[Int(player)]
        currentItems[Int(player)] = item?.id ?? -1
        trace.add(.item(item?.id ?? -1, at: item?.start ?? .zero, isFinished: isFinished), of: player, at: now)
        queue.push(.media(.itemChanged(from: old, isFinished: isFinished), player: player), at: now)
        schedule(loopers[Int(player)].changed(to: item, isFinished: isFinished), player)
    }

    /// A loop begins anew; what it was about to do is dropped.
    mutating func restartLoop(_ player: Int16) {
        loopers[Int(player)].restart()
        steps[Int(player)] = Queue()
    }

    /// The replica that plays is the last.
    mutating func disableLooping(_ player: Int16) {
        restartLoop(player)
        loopers[Int(player)].disable()
        for item in players[Int(player)].queue.items { tellPlayer(.remove(item.id), player) }
    }

    mutating func schedule(_ step: Looper.Step?, _ player: Int16) {
        guard let step else { return }
        steps[Int(player)].append((step, now + step.after))
        queue.push(.player(.loopStep, player: player), at: now + step.after)
    }
}
