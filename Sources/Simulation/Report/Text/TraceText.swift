import PlayerModel

/// The trace as text, a line for each entry: what `--trace` prints.
package struct TraceText: Sendable {
    private let scenario: Scenario
    /// By player.
    private let names: [TraceNames]
    /// By player, the first of its slots among those of all, which events have.
    private let firstSlots: [Int32]

    package init(_ scenario: Scenario) {
        self.scenario = scenario
        var (names, firstSlots, end): ([TraceNames], [Int32], Int32) = ([], [], 0)
        for player in scenario.players {
            let slots = player.slots(on: scenario.network)
            names.append(TraceNames(scenario: scenario, player: player, slots: slots))
            firstSlots.append(end)
            end += Int32(slots.count)
        }
        (self.names, self.firstSlots) = (names, firstSlots)
    }

    /// One line, without its break.
    package func line(_ entry: Trace.Entry) -> String {
        let at = NumberText.right(NumberText.exact(entry.at.nanoseconds, places: 9, atLeast: 9), 17)
        let form = entry.record.form
        let hasName = names.count > 1 && names.indices.contains(Int(entry.player))
        let player = hasName ? Int(entry.player) : 0
        let speaker =
            (hasName ? "\(scenario.players[player].name): " : "") + NumberText.left(form.speaker.rawValue, 11)
        let text = Self.filled(form.text) { place in
            let isOfAll = form.speaker == .event && form[place].slot != nil
            return isOfAll ? words(ofAll: form[place], hasName: hasName) : Self.words(form[place], names[player])
        }
        return "\(at)  \(speaker)\(text)".onOneLine
    }

    /// A field that has a slot among those of all, with its player unless the line has its name.
    private func words(ofAll field: RecordField, hasName: Bool) -> String {
        let slot = field.slot ?? 0
        guard let owner = firstSlots.lastIndex(where: { $0 <= slot }),
            names[owner].slots.indices.contains(Int(slot - firstSlots[owner]))
        else {
            if case .exchange(let id) = field { return "request \(id.attempt) of other traffic" }
            return ""
        }
        let words = Self.words(field.moved(by: -firstSlots[owner]), names[owner])
        guard names.count > 1, !hasName, case .exchange = field else { return words }
        return words + " of \(scenario.players[owner].name)"
    }

    /// The text of a record, filled from its fields; without names, what it names stands there as a number.
    static func words(_ form: RecordForm, _ names: TraceNames? = nil) -> String {
        filled(form.text) { words(form[$0], names) }
    }

    /// A text with each `{0}`, `{1}` … in it replaced.
    static func filled(_ text: StaticString, _ words: (Int8) -> String) -> String {
        text.withUTF8Buffer { bytes in
            var result = ""
            var rest = bytes[...]
            while let brace = rest.firstIndex(of: UInt8(ascii: "{")) {
                result += String(decoding: rest[..<brace], as: UTF8.self)
                result += words(Int8(bytes[brace + 1] - UInt8(ascii: "0")))
                rest = rest[(brace + 3)...]
            }
            return result + String(decoding: rest, as: UTF8.self)
        }
    }

    static func words(_ field: RecordField, _ names: TraceNames? = nil) -> String {
        switch field {
        case .none: ""
        case .action(let index): names?.action(index) ?? "\(index)"
        case .resource(let slot): names?.resource(slot) ?? "\(slot)"
        case .host(let host): names?.host(host) ?? "\(host)"
        case .source(let source): names?.source(source) ?? "\(source)"
        case .asset(let number): "\(number)"
        case .track(let track, _): "\(track)"
        case .pathway(let pathway, let asset): names?.clone(pathway, asset) ?? "\(pathway)"
        case .variant(let variant): names?.place(ofVariant: variant) ?? "\(variant)"
        case .switching(let to, let from): names?.switching(from, to) ?? "\(to)"
        case .loading(let variant, let item): names?.loading(item, variant) ?? "\(variant)"
        case .item(let id), .currentItem(let id): names?.item(id) ?? "\(id)"
        case .number(let value): "\(value)"
        case .exchange(let id): "request \(id.attempt) for the \(names?.resource(id.slot) ?? "slot \(id.slot)")"
        case .chunks(let first, let end, let slot):
            names?.chunks(first, end, ofSlot: slot) ?? ": chunks \(first)..<\(end)"
        case .milliseconds(let value): QuantityText.value(value, .milliseconds)
        case .seconds(let value): QuantityText.value(value, .seconds)
        case .roundedSeconds(let value): QuantityText.roundedSeconds(value)
        case .capacity(let value): QuantityText.capacity(value < 0 ? nil : value)
        case .perMillion(let value): QuantityText.value(value, .percent)
        case .rate(let rate): QuantityText.value(Int64(rate.thousandths), .rate)
        case .flag(let value): "\(value)"
        case .direction(let direction): direction.name
        case .status(let status): NamesOfAVFoundation.status(status)
        case .reason(let reason): reason.map(NamesOfAVFoundation.reason) ?? "nil"
        case .cause(let cause):
            switch cause.form {
            case .word(let word): word.rawValue
            case .judged(let judgement): Words.judgement(judgement)
            }
        case .judgement(let judgement): Words.judgement(judgement)
        case .failure(let failure): Words.failure(failure)
        case .exception(let exception): Words.exception(exception)
        }
    }
}

extension RecordField {
    /// The slot of a request; nil for what is of none.
    fileprivate var slot: Int32? {
        if case .exchange(let id) = self { return id.slot }
        if case .chunks(_, _, let slot) = self { return slot }
        return nil
    }

    /// The same of another slot.
    fileprivate func moved(by distance: Int32) -> RecordField {
        if case .exchange(let id) = self {
            return .exchange(ExchangeID(slot: id.slot + distance, attempt: id.attempt))
        }
        if case .chunks(let first, let end, let slot) = self {
            return .chunks(first: first, end: end, slot: slot + distance)
        }
        return self
    }
}

/// The names of what a trace is about, as one player of a scenario has them: the one place where the words of a record
/// look at the scenario.
struct TraceNames {
    let scenario: Scenario
    let player: ScenarioPlayer
    /// The resources that the slots of its loader are for.
    let slots: [Resource]

    func action(_ index: Int32) -> String { player.script[Int(index)].words }
    func resource(_ slot: Int32) -> String {
        slots.indices.contains(Int(slot)) ? player.name(ofSlot: slot, in: slots) : "slot \(slot)"
    }

    /// Which part of a resource is asked for; nothing where it has one part. A log that somebody has changed may say
    /// anything.
    func chunks(_ first: Int32, _ end: Int32, ofSlot slot: Int32) -> String {
        guard slots.indices.contains(Int(slot)) else { return "" }
        let (kind, count) = (slots[Int(slot)].kind, slots[Int(slot)].chunks.count)
        if kind.track == nil, count == 1 { return "" }
        // As `LiveHold` numbers playlists: the first is the one that there is.
        if kind.isPlaylist { return first == 0 ? "" : ": kept back until it lists chunk \(Int64(first) - 1)" }
        if kind == .key { return ": key \(Int64(first) + 1) of \(count)" }
        if kind == .videoInit || kind == .audioInit { return ": section \(Int64(first) + 1) of \(count)" }
        return ": chunks \(first)..<\(end)"
    }

    func host(_ host: Int32) -> String { scenario.network.transport.hosts.names[Int(host)].text }
    func source(_ source: Int32) -> String { scenario.traffic[Int(source)].name }
    func item(_ id: Int32) -> String { QueueWords.item(id, player) }
    func clone(_ pathway: Int32, _ asset: Int32) -> String {
        PathwayWords.clone(Int(pathway), player.assets[Int(asset)].media)
    }
    func switching(_ from: Int32, _ to: Int32) -> String { VariantWords.switching(from, to, player) }

    /// A variant's number in its own playlist, from 1.
    func place(ofVariant variant: Int32) -> String {
        "\(Int(variant) - player.firstNumber(of: player.asset(ofVariant: Int(variant))) + 1)"
    }

    func loading(_ item: Int32, _ variant: Int32) -> String {
        player.assets.count > 1
            ? "turns on: \(VariantWords.loads(item, "is loaded", in: variant, player))"
            : "turns to \(QueueWords.item(item, player))"
    }
}
