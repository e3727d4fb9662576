import PlayerModel

/// The trace as text, a line for each entry: what `--trace` prints.
package enum TraceText {
    /// One line, without its break.
    package static func line(_ entry: Trace.Entry, _ scenario: Scenario) -> String {
        let at = NumberText.right(NumberText.exact(entry.at.nanoseconds, places: 9, atLeast: 9), 17)
        guard scenario.players.count > 1, scenario.players.indices.contains(Int(entry.player)) else {
            return "\(at)  \(words(entry.record, scenario))".onOneLine
        }
        let own = scenario.viewing(Int(entry.player))
        return "\(at)  \(own.players[own.viewed].name): \(words(entry.record, own))".onOneLine
    }

    private static func words(_ record: Record, _ scenario: Scenario) -> String {
        switch record {
        case .action(let index): "script     \(Words.call(scenario.script[Int(index)].call))"
        case .capacity(let down, let up): "network    offers \(capacity(down)) down, \(capacity(up)) up"
        case .delay(let down, let up): "network    delays \(milliseconds(down)) down, \(milliseconds(up)) up"
        case .loss(let down, let up):
            "network    loses \(QuantityText.value(down, .percent)) down, \(QuantityText.value(up, .percent)) up"
        case .dnsDelay(let delay): "network    delays look-ups by \(milliseconds(delay))"
        case .requested(let request): "loader     requests \(chunks(request))"
        case .allowed(let request): "loader     has room for \(chunks(request))"
        case .cancelled(let id): "loader     cancels \(exchange(id))"
        case .wasted(let bytes, let track): "network    sent \(bytes) bytes of track \(track) in vain"
        case .loaded(let bytes, let busy, let chunk, let track):
            "loader     loaded chunk \(chunk) of track \(track): \(bytes) bytes in \(milliseconds(busy))"
        case .answered(let slot, let firstByte):
            "loader     has an answer on track \(slot), which began at \(QuantityText.value(firstByte, .seconds))"
        case .fetched(let bytes, let slot):
            "loader     fetched the \(scenario.kind(ofSlot: slot).name): \(bytes) bytes"
        case .switches(let from, let to, _): "loader     \(VariantWords.switching(from, to, scenario))"
        case .switched(let from, let to): switched(from, to, scenario)
        case .dropped: "loader     drops what is loaded of the audio"
        case .item(-1, _, _): "player     has no item"
        case .item(let id, _, _): "player     has \(id == 0 ? "an item" : QueueWords.item(id, scenario))"
        case .loads(let item, let variant): turns(to: item, variant, scenario)
        case .announced(let announcement): "player     \(self.announcement(announcement))"
        case .traffic(let source, let isActive): "traffic    \(Words.traffic(source, isActive, scenario))"
        case .network(let note): "network    \(Words.everyNote(note, scenario))"
        case .event(let event): "event      \(self.event(event))"
        }
    }

    private static func switched(_ from: Int32, _ to: Int32, _ scenario: Scenario) -> String {
        let number = scenario.players[scenario.viewed]
        func place(_ variant: Int32) -> Int {
            Int(variant) - number.firstNumber(of: number.asset(ofVariant: Int(variant)))
        }
        return "loader     has the first of variant \(place(to) + 1) after variant \(place(from) + 1)"
    }

    private static func turns(to item: Int32, _ variant: Int32, _ scenario: Scenario) -> String {
        scenario.assets.count > 1
            ? "loader     turns on: \(VariantWords.loads(item, "is loaded", in: variant, scenario))"
            : "loader     turns to \(QueueWords.item(item, scenario))"
    }

    private static func announcement(_ announcement: Announcement) -> String {
        switch announcement {
        case .status(let status, let reason, let rate, _):
            "timeControlStatus \(NamesOfAVFoundation.status(status)), reason "
                + "\(reason.map(NamesOfAVFoundation.reason) ?? "nil"), "
                + "rate \(QuantityText.value(Int64(rate.thousandths), .rate))"
        case .timebase(let rate, let place):
            "timebase rate \(QuantityText.value(Int64(rate.thousandths), .rate)) from "
                + QuantityText.value(place.nanoseconds, .seconds)
        case .likelyToKeepUp(let value, let grounds): "isPlaybackLikelyToKeepUp \(value): \(Words.grounds(grounds))"
        case .bufferFull(let value): "isPlaybackBufferFull \(value)"
        case .bufferEmpty(let value): "isPlaybackBufferEmpty \(value)"
        case .playbackStalled, .didPlayToEndTime, .failedToPlayToEndTime, .itemFailed, .timeJumped, .seekFinished,
            .pipelines, .exception:
            Words.announcement(announcement) ?? ""
        }
    }

    private static func event(_ event: Event) -> String {
        switch event {
        case .network(.request(let request)): "network: request \(chunks(request))"
        case .network(.allow(let request)): "network: allow \(chunks(request))"
        case .network(.cancel(let request)): "network: cancel \(exchange(request.id))"
        case .network(.reachesServer(let id)): "network: \(exchange(id)) reaches the server"
        case .network(.linkFinishes(let direction, let generation)):
            "network: a flow \(direction == .down ? "down" : "up") may be done (\(generation))"
        case .network(.packets(let generation)): "network: packets arrive (\(generation))"
        case .network(.conditionsChange): "network: conditions change"
        case .media(.delivered(let id), _): "loader: a chunk of \(exchange(id)) is delivered"
        case .media(.failed(let id, _), _): "loader: \(exchange(id)) has failed"
        case .media(.clockMoved, _): "loader: the clock moves otherwise"
        case .media(.itemChanged(_, let isFinished), _):
            isFinished ? "loader: the item has finished" : "loader: the item changes"
        case .media(.queueChanged, _): "loader: the queue changes"
        case .media(.endMoved, _): "loader: the end moves"
        case .media(.drained, _): "loader: the buffer has drained"
        case .media(.watched(let id), _): "loader: looks at \(exchange(id))"
        case .player(.bufferChanged, _): "player: the buffer has changed"
        case .player(.loadingFailed, _): "player: loading has failed"
        case .player(.loopStep, _): "player: it is time to loop"
        case .player(.deadline, _): "player: a deadline comes"
        case .script(let action): "script: action \(action)"
        case .traffic(.begins(let number)): "traffic: download \(number) begins"
        case .traffic(.ends(let number)): "traffic: download \(number) is called off"
        }
    }

    private static func chunks(_ request: Request) -> String {
        "chunks \(request.firstChunk)..<\(request.endChunk) by \(exchange(request.id))"
    }

    private static func exchange(_ id: ExchangeID) -> String { "track \(id.slot)'s request \(id.attempt)" }

    private static func capacity(_ value: Int64) -> String { QuantityText.capacity(value < 0 ? nil : value) }

    private static func milliseconds(_ value: Int64) -> String { QuantityText.value(value, .milliseconds) }
}
