import PlayerModel

/// Actions of the world: the network becomes another one.
package enum NetworkActions {
    package enum Operation: Equatable, Sendable {
        /// The network offers something else from now on.
        case change(NetworkChange)
        /// It carries nothing for a while.
        case breakDown(TimeAmount)
    }

    static let entries = [
        ActionEntry("change_network", "The network offers something else from now on.", from: OfferDraft()) {
            OfferDraft.keys
        } make: { offer, context in
            if offer.change == NetworkChange() {
                context.report("this changes nothing; give a capacity or a delay, such as 'down_kbps'")
            }
            offer.warnOfBits(into: &context.findings)
            context.fluid?.check(offer.change.applied(to: NetworkValues()), of: offer, into: &context.findings)
            return .changeNetwork(offer.change)
        },
        ActionEntry(
            "break_network", "The network carries nothing for a while: what is under way waits, as for a rate of 0.",
            from: .zero, make: Action.breakNetwork
        ) {
            Key("for_s", "The time for which it lasts.").holds(.time(from: 1), isRequired: true) { $0 = $1 }
        },
    ]
}

extension Action {
    package static func changeNetwork(_ change: NetworkChange) -> Action {
        var parts: [String] = []
        if let down = change.down { parts.append("\(QuantityText.capacity(down.value)) down") }
        if let up = change.up { parts.append("\(QuantityText.capacity(up.value)) up") }
        if let delay = change.delayDown { parts.append("\(time(delay)) delay down") }
        if let delay = change.delayUp { parts.append("\(time(delay)) delay up") }
        if let loss = change.lossDown { parts.append("\(QuantityText.value(loss, .percent)) loss down") }
        if let loss = change.lossUp { parts.append("\(QuantityText.value(loss, .percent)) loss up") }
        if let delay = change.dnsDelay { parts.append("\(time(delay)) delay of look-ups") }
        let list = parts.isEmpty ? "" : ": " + parts.joined(separator: ", ")
        return Action(.network(.change(change)), words: "the network changes\(list)")
    }

    package static func breakNetwork(_ length: TimeAmount) -> Action {
        Action(.network(.breakDown(length)), words: "the network carries nothing for \(time(length))")
    }

    private static func time(_ amount: TimeAmount) -> String {
        NumberText.rounded(amount.nanoseconds, places: 9, decimals: 3) + " s"
    }
}
