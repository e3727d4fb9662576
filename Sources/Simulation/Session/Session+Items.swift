import PlayerModel

/// What becomes of items: which are loaded, and what an app or a looper does when one is over.
extension Session {
    /// The current item, and as many behind it as are loaded ahead of time.
    func lineup(_ place: Int) -> ContiguousArray<ItemPiece> {
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
    mutating func takeStep(_ seat: Int16) {
        // What was planned before another load is dropped.
        guard let (step, instant) = steps[Int(seat)].first, instant == now else { return }
        _ = steps[Int(seat)].removeFirst()
        changedAt = now
        tellPlayer(step.input, seat)
        if step.plays { tellPlayer(.play, seat) }
    }

    /// Another item is current, or none: the trace and the loader have to know.
    mutating func noteItem(_ seat: Int16, isFinished: Bool) {
        let item = players[Int(seat)].item
        let old = currentItems[Int(seat)]
        currentItems[Int(seat)] = item?.id ?? -1
        trace.add(.item(item?.id ?? -1, at: item?.start ?? .zero, isFinished: isFinished), of: seat, at: now)
        queue.push(.media(.itemChanged(from: old, isFinished: isFinished), seat: seat), at: now)
        schedule(loopers[Int(seat)].changed(to: item, isFinished: isFinished), seat)
    }

    /// A loop begins anew; what it was about to do is dropped.
    mutating func restartLoop(_ seat: Int16) {
        loopers[Int(seat)].restart()
        steps[Int(seat)] = Queue()
    }

    /// The replica that plays is the last.
    mutating func disableLooping(_ seat: Int16) {
        restartLoop(seat)
        loopers[Int(seat)].disable()
        for item in players[Int(seat)].queue.items { tellPlayer(.remove(item.id), seat) }
    }

    mutating func schedule(_ step: Looper.Step?, _ seat: Int16) {
        guard let step else { return }
        steps[Int(seat)].append((step, now + step.after))
        queue.push(.player(.loopStep, seat: seat), at: now + step.after)
    }
}
