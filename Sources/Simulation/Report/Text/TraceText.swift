import PlayerModel

/// The trace as text, a line for each entry: what `--trace` prints.
package enum TraceText {
    /// One line, without its break.
    package static func line(_ entry: Trace.Entry, _ scenario: Scenario) -> String {
        let at = NumberText.right(NumberText.exact(entry.at.nanoseconds, places: 9, atLeast: 9), 17)
        let form = entry.record.form
        let hasName = scenario.players.count > 1 && scenario.players.indices.contains(Int(entry.player))
        let player = scenario.players[hasName ? Int(entry.player) : 0]
        let speaker = (hasName ? "\(player.name): " : "") + NumberText.left(form.speaker.rawValue, 11)
        return "\(at)  \(speaker)\(words(form, TraceNames(scenario: scenario, player: player)))".onOneLine
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
        case .exchange(let id): "track \(id.slot)'s request \(id.attempt)"
        case .chunks(let first, let end): "chunks \(first)..<\(end)"
        case .milliseconds(let value): QuantityText.value(value, .milliseconds)
        case .seconds(let value): QuantityText.value(value, .seconds)
        case .roundedSeconds(let value): NumberText.rounded(value, places: 9, decimals: 3) + " s"
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

/// The names of what a trace is about, as one player of a scenario has them: the one place where the words of a record
/// look at the scenario.
struct TraceNames {
    let scenario: Scenario
    let player: ScenarioPlayer

    func action(_ index: Int32) -> String { player.script[Int(index)].words }
    func resource(_ slot: Int32) -> String {
        player.name(ofSlot: slot, in: player.slots(on: scenario.network))
    }
    func host(_ host: Int32) -> String { scenario.network.transport.hosts.names[Int(host)] }
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
