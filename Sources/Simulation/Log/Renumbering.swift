import PlayerModel

/// The numbers by which a run's records name what is fetched, variants, pathways and hosts, as another run has them:
/// which there are depends on what a player may turn to, and on its other assets.
struct Renumbering {
    /// The purpose of a slot. Those that are alike, as of keys, stand one behind the other.
    private struct Purpose: Equatable {
        let kind: Resource.Kind
        let asset: Int16
        /// By its number among those of all assets; -1 where it belongs to all.
        var variant: Int32
        let language: Int16
        var place = 0
    }

    /// A run's slots, player by player.
    private struct Numbers {
        var purposes: [[Purpose]] = []
        /// By player, its first slot among those of all; then the first of other traffic.
        var firsts: [Int32] = [0]

        init(_ scenario: Scenario) {
            for player in scenario.players {
                purposes.append(Self.purposes(player, player.slots(on: scenario.network)))
                firsts.append(firsts[firsts.count - 1] + Int32(purposes[purposes.count - 1].count))
            }
        }

        private static func purposes(_ player: ScenarioPlayer, _ slots: [Resource]) -> [Purpose] {
            var purposes: [Purpose] = []
            for slot in slots {
                var purpose = Purpose(
                    kind: slot.kind, asset: slot.asset, variant: slot.variant, language: slot.language)
                if var last = purposes.last {
                    let place = last.place
                    last.place = 0
                    if purpose == last { purpose.place = place + 1 }
                }
                purposes.append(purpose)
            }
            return purposes
        }
    }

    /// By player, its slots and its variants as the other run numbers them; nil for what is not there.
    private let slots: [[Int32?]]
    private let variants: [[Int32?]]
    /// By player and asset, likewise its pathways.
    private let pathways: [[[Int32?]]]
    private let hosts: [Int32?]
    /// The first slots of this run's players and of its other traffic, and those of the other run.
    private let (own, others): ([Int32], [Int32])
    /// Whether the other run has the same numbers for the same.
    let changesNothing: Bool

    init(from scenario: Scenario, to other: Scenario) {
        let (from, to) = (Numbers(scenario), Numbers(other))
        (own, others) = (from.firsts, to.firsts)
        variants = zip(scenario.players, other.players).map { $0.numbersOfVariants(in: $1) }
        pathways = zip(scenario.players, other.players).map { $0.numbersOfPathways(in: $1) }
        hosts = scenario.network.transport.hosts.names.numbersOfNames(in: other.network.transport.hosts.names)
        changesNothing =
            from.purposes == to.purposes
            && (variants + pathways.flatMap { $0 } + [hosts]).allSatisfy {
                $0.enumerated().allSatisfy { $0.element == Int32($0.offset) }
            }
        slots = variants.enumerated().map { player, variants in
            from.purposes[player].map { purpose in
                var purpose = purpose
                if purpose.variant >= 0 {
                    guard let number = variants[Int(purpose.variant)] else { return nil }
                    purpose.variant = number
                }
                return to.purposes[player].firstIndex(of: purpose).map { Int32($0) }
            }
        }
    }

    /// Whether an entry is the same as one of the other run.
    func isSame(_ entry: Trace.Entry, as other: Trace.Entry) -> Bool {
        if changesNothing { return entry == other }
        let (form, second) = (entry.record.form, other.record.form)
        guard entry.at == other.at, entry.player == other.player, form.word == second.word else { return false }
        let player = form.speaker == .event ? nil : max(0, Int(entry.player))
        return RecordForm.places.allSatisfy { field(form[$0], of: player) == second[$0] }
    }

    /// A field as the other run has it; nil where that has no number for it. The slots of events are numbered among
    /// those of all players.
    private func field(_ field: RecordField, of player: Int?) -> RecordField? {
        switch field {
        case .resource(let slot): self.slot(slot, of: player).map { .resource($0) }
        case .exchange(let id):
            slot(id.slot, of: player).map { .exchange(ExchangeID(slot: $0, attempt: id.attempt)) }
        case .chunks(let first, let end, let slot):
            self.slot(slot, of: player).map { .chunks(first: first, end: end, slot: $0) }
        case .variant(let number): variant(number, of: player).map { .variant($0) }
        case .switching(let to, let from):
            variant(to, of: player).flatMap { to in
                variant(from, of: player).map { .switching(to: to, from: $0) }
            }
        case .loading(let number, let item): variant(number, of: player).map { .loading(variant: $0, item: item) }
        case .pathway(let number, let asset):
            player.flatMap { pathways.indices.contains($0) ? Self.number(number, pathways[$0], Int(asset)) : nil }
                .map { .pathway($0, asset: asset) }
        case .host(let number): Self.number(number, [hosts], 0).map { .host($0) }
        case .none, .action, .source, .asset, .track, .item, .currentItem, .number, .milliseconds,
            .seconds, .roundedSeconds, .capacity, .perMillion, .rate, .flag, .direction, .status, .reason, .cause,
            .judgement, .failure, .exception:
            field
        }
    }

    private func slot(_ slot: Int32, of player: Int?) -> Int32? {
        if let player { return Self.number(slot, slots, player) }
        guard let owner = own.lastIndex(where: { $0 <= slot }) else { return nil }
        // Other traffic has those behind the last player's.
        guard owner + 1 < own.count else {
            let (number, isNone) = (slot - own[owner]).addingReportingOverflow(others[others.count - 1])
            return isNone ? nil : number
        }
        return Self.number(slot - own[owner], slots, owner).map { $0 + others[owner] }
    }

    private func variant(_ number: Int32, of player: Int?) -> Int32? {
        number < 0 ? number : player.flatMap { Self.number(number, variants, $0) }
    }

    private static func number(_ number: Int32, _ numbers: [[Int32?]], _ player: Int) -> Int32? {
        guard numbers.indices.contains(player), numbers[player].indices.contains(Int(number)) else { return nil }
        return numbers[player][Int(number)]
    }
}
