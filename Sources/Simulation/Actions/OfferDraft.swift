import PlayerModel

/// The offer of a network as a file has it: for good, for a phase, or from an action on.
package struct OfferDraft: Sendable {
    package var change = NetworkChange()
    /// Where loss is said, and a delay of look-ups, unless it is 0.
    fileprivate var lossPlaces: [Place] = []
    fileprivate var lookUpPlaces: [Place] = []
    /// Capacities of more than a link has, by their keys, with their bits per second.
    private var hugeCapacities: [(key: String, rate: Placed<Int64>)] = []
    /// Where it says what the rest is taken from.
    package var sourcePlaces: [Place] = []
    /// The keys that it says, and where.
    package private(set) var said: [(key: String, place: Place)] = []

    package static let keys = KeyList<OfferDraft>.list {
        key("down_kbps", "Capacity towards the player; 0 carries nothing.", capacity) {
            $0.change.down = $1.value
            $0.note($1, of: "down_kbps")
        }
        key("up_kbps", "Capacity from the player; 0 carries nothing.", capacity) {
            $0.change.up = $1.value
            $0.note($1, of: "up_kbps")
        }
        key("delay_ms", "Delay in each direction; a round trip is twice this.", .milliseconds) {
            ($0.change.delayDown, $0.change.delayUp) = ($1.value, $1.value)
        }
        key("delay_down_ms", "Delay towards the player.", .milliseconds) { $0.change.delayDown = $1.value }
        key("delay_up_ms", "Delay from the player.", .milliseconds) { $0.change.delayUp = $1.value }
        key("loss_percent", "Packets lost at random, in each direction.", loss) {
            ($0.change.lossDown, $0.change.lossUp) = ($1.value, $1.value)
            $0.noteLoss($1)
        }
        key("loss_down_percent", "Packets lost on their way to the player.", loss) {
            $0.change.lossDown = $1.value
            $0.noteLoss($1)
        }
        key("loss_up_percent", "Packets lost on their way from the player.", loss) {
            $0.change.lossUp = $1.value
            $0.noteLoss($1)
        }
        key("dns_delay_ms", "What a look-up of a name takes beyond its round trip.", .milliseconds) {
            $0.change.dnsDelay = $1.value
            if $1.value > .zero { $0.lookUpPlaces.append($1.place) }
        }
    }

    /// A key, of which it is noted that it is said, and where.
    private static func key<Value: Sendable>(
        _ name: String, _ about: String, _ format: ValueFormat<Value>,
        _ set: @escaping @Sendable (inout OfferDraft, Placed<Value>) -> Void
    ) -> KeyFormat<OfferDraft> {
        Key(name, about).holds(placed: format) {
            $0.said.append((name, $1.place))
            set(&$0, $1)
        }
    }

    /// The name of a preset, in capitals or not; where a network may be a name alone, also of a file.
    package static let preset = ValueFormat<String>(
        .name(NetworkPreset.all.map { Shape.Word($0.id, $0.sentence) })
    ) { $0.string }

    /// The offer of a network that says nothing of a key, and is taken from nothing else.
    package static func usual(_ key: String) -> Usual? {
        switch key {
        case "down_kbps", "up_kbps": .word("unlimited")
        case "delay_ms", "loss_percent", "dns_delay_ms": .number(0)
        default: nil
        }
    }

    private mutating func noteLoss(_ loss: Placed<Int64>) {
        if loss.value > 0 { lossPlaces.append(loss.place) }
    }

    private mutating func note(_ capacity: Placed<NetworkChange.Capacity>, of key: String) {
        guard case .bitsPerSecond(let rate) = capacity.value, rate > Self.mostUsual else { return }
        hugeCapacities.append((key, Placed(rate, at: capacity.place)))
    }

    /// A gigabit a second: links of phones and homes have no more.
    private static let mostUsual: Int64 = 1_000_000_000

    /// Warns of bits per second that were written where kilobits are meant, and of a key for both directions where each
    /// has its own.
    package func warnOfSlips(into findings: inout Findings) {
        for (key, rate) in hugeCapacities {
            findings.warn(UnitMistake.words(key, rate.value, orLeave: true), rate.place)
        }
        for (both, down, up) in [
            ("delay_ms", "delay_down_ms", "delay_up_ms"),
            ("loss_percent", "loss_down_percent", "loss_up_percent"),
        ] {
            guard let own = said.first(where: { $0.key == both }) else { continue }
            if said.contains(where: { $0.key == down }), said.contains(where: { $0.key == up }) {
                let why = "'\(down)' and '\(up)' say it of each direction"
                findings.warn("'\(both)' does nothing here: \(why)", own.place)
            }
        }
    }

    private static let loss = ValueFormat.number(.percent, 0...1_000_000)

    private static let capacity = ValueFormat<NetworkChange.Capacity>.either(
        ValueFormat<Int64>.number(.kilobitsPerSecond, 0...1_000_000_000_000).map { .bitsPerSecond($0) },
        .words([("unlimited", .unlimited, "Without limit.")]))
}

extension NetworkChange {
    /// Whether it sets all that a key of an offer sets.
    package func states(_ key: String) -> Bool {
        switch key {
        case "down_kbps": down != nil
        case "up_kbps": up != nil
        case "delay_ms": delayDown != nil && delayUp != nil
        case "delay_down_ms": delayDown != nil
        case "delay_up_ms": delayUp != nil
        case "loss_percent": lossDown != nil && lossUp != nil
        case "loss_down_percent": lossDown != nil
        case "loss_up_percent": lossUp != nil
        case "dns_delay_ms": dnsDelay != nil
        default: false
        }
    }
}

/// The network as far as the actions of a script have to agree with it.
package struct ScriptNetwork: Sendable {
    package let transport: Transport.Kind
    /// Whether the scenario says so, so that presets of another one may be laid over it.
    package let isTransportSaid: Bool
    /// The limits of the network, where the scenario has said which transport it is.
    package let fluid: FluidRule?

    package init(transport: Transport.Kind, isTransportSaid: Bool, fluid: FluidRule?) {
        (self.transport, self.isTransportSaid, self.fluid) = (transport, isTransportSaid, fluid)
    }
}

extension Findings {
    /// The preset of a name, or nil where there is none.
    package mutating func preset(_ name: Placed<String>) -> NetworkPreset? {
        if let preset = NetworkPreset.named(name.value) { return preset }
        let hint = NetworkFile.remedy(name.value) ?? NetworkPreset.hint(name.value)
        report("there is no preset '\(name.value)'\(hint)", name.place)
        return nil
    }
}

/// The limits of the transport `fluid`: it has neither loss nor late look-ups. The rule is for networks whose file
/// says that they are fluid, or takes a preset that is.
package struct FluidRule: Sendable {
    /// The offer of the network, where a part of it does not say it.
    let network: OfferDraft?
    /// Where a network stands that is a name alone.
    let name: Place?

    /// Reports a quantity where it is said: by the part or its preset, else, once for all parts, by the network or what
    /// that is taken from.
    package func check(_ values: NetworkValues, of part: OfferDraft?, into findings: inout Findings) {
        if values.lossDown > 0 || values.lossUp > 0 {
            report("remove the loss", part, into: &findings) { $0.lossPlaces }
        }
        if values.dnsDelay > .zero {
            report("remove the delay of look-ups", part, into: &findings) { $0.lookUpPlaces }
        }
    }

    private func report(
        _ remedy: String, _ part: OfferDraft?, into findings: inout Findings, _ said: (OfferDraft) -> [Place]
    ) {
        func place(_ offer: OfferDraft?) -> Place? { offer.flatMap { said($0).first ?? $0.sourcePlaces.first } }
        let rule = "the transport 'fluid' loses nothing and looks no names up"
        let words = "\(rule): \(remedy), or write \"transport\": \"tcp\""
        if let own = place(part) {
            findings.report(words, own)
        } else if let place = place(network) ?? name {
            findings.reportOnce(words, place)
        }
    }
}
