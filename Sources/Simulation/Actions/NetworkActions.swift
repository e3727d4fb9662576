import PlayerModel

/// Actions of the world: the network becomes another one.
package enum NetworkActions {
    package enum Operation: Equatable, Sendable {
        /// The network offers something else from now on, and its connections may break.
        case change(NetworkChange, ConnectionFate)
        /// It carries nothing for a while.
        case breakDown(TimeAmount)
    }

    static let entries = [
        ActionEntry(
            "change_network",
            "The network offers something else from now on, whatever its phases or trace say later.",
            from: ChangeDraft()
        ) {
            Key("preset", "It becomes this one, in place of all that it was; other keys change that.")
                .holds(placed: OfferDraft.preset) {
                    $0.preset = $1
                    $0.offer.sourcePlaces.append($1.place)
                }
            OfferDraft.keys.within { $1(&$0.offer) }
            Key(
                "break_connections",
                "Whether connections break: requests on them fail, and are made again over others.",
                usually: .flag(false)
            )
            .holds(placed: .flag) { $0.breaks = $1 }
            Key(
                "new_address",
                "Whether the device has a new address, as from Wi-Fi to cellular: connections break, and names are "
                    + "looked up again.", usually: .flag(false)
            )
            .holds(placed: .flag) { $0.hasNewAddress = $1 }
        } make: { draft, context in
            context.warnOfDevice("change_network")
            return draft.action(&context)
        },
        ActionEntry(
            "break_network", "The network carries nothing for a while: what is under way waits, as for a rate of 0.",
            from: .zero
        ) {
            Key("for_s", "The time for which it lasts.").holds(.time(from: 1), isRequired: true) { $0 = $1 }
        } make: { length, context in
            context.warnOfDevice("break_network")
            return .breakNetwork(length)
        },
    ]
}

private struct ChangeDraft: Sendable {
    var preset: Placed<String>?
    var offer = OfferDraft()
    var breaks: Placed<Bool>?
    var hasNewAddress: Placed<Bool>?

    func action(_ context: inout ActionContext) -> Action {
        let preset = preset.flatMap { context.preset($0) }
        let fate = fate(&context)
        if self.preset == nil, fate == .kept, offer.change == NetworkChange() {
            context.report("this changes nothing; give a 'preset', a capacity or a delay, such as 'down_kbps'")
        }
        offer.warnOfSlips(into: &context.findings)
        let values = offer.change.applied(to: preset?.values ?? NetworkValues())
        context.network.fluid?.check(values, of: offer, into: &context.findings)
        guard let preset else { return .changeNetwork(offer.change, fate) }
        let changed = values == preset.values ? "" : ", changed"
        return .changeNetwork(NetworkChange(to: values), fate, to: preset.id + changed)
    }

    private func fate(_ context: inout ActionContext) -> ConnectionFate {
        let said = [("break_connections", breaks), ("new_address", hasNewAddress)]
        let transport = context.network.transport
        for (key, flag) in said {
            guard let flag, flag.value, !transport.hasConnections else { continue }
            context.findings.report(
                "the transport '\(transport.name)' has no connections, so '\(key)' means nothing to it; remove it, or "
                    + "write \"transport\": \"tcp\"", flag.place)
        }
        guard hasNewAddress?.value ?? false else { return breaks?.value ?? false ? .broken : .kept }
        if let breaks, !breaks.value {
            context.findings.report("a new address breaks connections; remove 'break_connections'", breaks.place)
        }
        return .movedToNewAddress
    }
}

extension ActionContext {
    /// Media is of one kind, and of several players all use the network.
    fileprivate mutating func warnOfDevice(_ name: String) {
        guard !hasStandIn, assets[0].kind == .local else { return }
        warn("'\(name)' does nothing here: the file is on the device")
    }
}

extension Action {
    /// `preset` is the one that the network becomes, in words, where it becomes one.
    package static func changeNetwork(
        _ change: NetworkChange, _ fate: ConnectionFate = .kept, to preset: String? = nil
    ) -> Action {
        let name = preset.map { " to \($0)" } ?? ""
        let fateWords =
            switch fate {
            case .kept: ""
            case .broken: "; connections break"
            case .movedToNewAddress: "; the device has a new address, and connections break"
            }
        // A preset has everything: what it leaves alone is not listed.
        let parts = parts(change) { preset == nil || $0 > 0 }
        let list = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
        return Action(.network(.change(change, fate)), words: "the network changes\(name)\(list)\(fateWords)")
    }

    private static func parts(_ change: NetworkChange, isListed: (Int64) -> Bool) -> [String] {
        var parts: [String] = []
        func add(_ delay: TimeAmount?, _ noun: String) {
            guard let delay, isListed(delay.nanoseconds) else { return }
            parts.append("\(QuantityText.value(delay.nanoseconds, .milliseconds)) \(noun)")
        }
        func add(_ loss: Int64?, _ noun: String) {
            if let loss, isListed(loss) { parts.append("\(QuantityText.value(loss, .percent)) \(noun)") }
        }
        if let down = change.down { parts.append("\(QuantityText.capacity(down.value)) down") }
        if let up = change.up { parts.append("\(QuantityText.capacity(up.value)) up") }
        add(change.delayDown, "delay down")
        add(change.delayUp, "delay up")
        add(change.lossDown, "loss down")
        add(change.lossUp, "loss up")
        add(change.dnsDelay, "delay of look-ups")
        return parts
    }

    package static func breakNetwork(_ length: TimeAmount) -> Action {
        let time = length.inSeconds
        return Action(.network(.breakDown(length)), words: "the network carries nothing for \(time)")
    }
}
