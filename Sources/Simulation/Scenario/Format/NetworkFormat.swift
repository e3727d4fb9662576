import PlayerModel

// The network of a scenario as it is written: a preset, a profile, a trace, a recipe or phases, and its transport.
struct NetworkDraft: Sendable {
    /// The network where it is a name alone: of a preset, or of a file with profiles.
    var name: Placed<String>?
    var transport: Transport.Kind?
    var preset: Placed<String>?
    var profile: Placed<String>?
    var profileName: Placed<String>?
    var trace: Placed<String>?
    var recipe: Placed<NetworkRecipe>?
    var columns: Placed<ColumnsDraft>?
    var loops: Placed<Bool>?
    var scale: Placed<Int64>?
    var latency: Placed<Direction>?
    var phases: [Placed<PhaseDraft>] = []
    var repeats: Placed<Bool>?
    var outages: [Placed<Conditions.Outage>] = []
    var offer = OfferDraft()
    var http = HTTPDraft()
}

struct PhaseDraft: Sendable {
    var length: TimeAmount?
    var preset: Placed<String>?
    var offer = OfferDraft()
}

enum NetworkFormat {
    static let network = ValueFormat<NetworkDraft>.either(
        .object(object),
        ValueFormat<[Placed<PhaseDraft>]>.list(of: phase.placed, atLeast: 1).map { NetworkDraft(phases: $0) },
        OfferDraft.preset.placed.map { NetworkDraft(name: $0) })

    private static let object = ObjectFormat(
        "network", "What the network offers: without limit and without delay, unless said otherwise.",
        from: NetworkDraft()
    ) {
        Key("transport", "How bytes travel.", usually: .word("tcp"))
            .holds(.words(Transport.Kind.allCases.map { ($0.name, $0, $0.about) })) { $0.transport = $1 }
        preset
        Key(
            "profile",
            "A file (.plist) with profiles of the Network Link Conditioner, relative to the scenario's folder."
        )
        .holds(placed: .text) {
            $0.profile = $1
            $0.offer.sourcePlaces.append($1.place)
        }
        Key("name", "Which profile of the file.", usually: .said("the selected one, or the only one,"))
            .holds(placed: .text) { $0.profileName = $1 }
        measured
        make
        Key("phases", "Stretches of time, one after the other.")
            .holds(.list(of: phase.placed, atLeast: 1)) { $0.phases = $1 }
        repeatAndOutages
        OfferDraft.keys.map { $0.usually(OfferDraft.usual($0.member.name)) }.within { $1(&$0.offer) }
        HTTPFormat.keys.within { $1(&$0.http) }
    }

    /// How phases go on, and what interrupts them.
    static let repeatAndOutages = KeyList<NetworkDraft>.list {
        Key("repeat", "Whether the phases begin again after the last.", usually: .flag(false)).holds(placed: .flag) {
            $0.repeats = $1
        }
        Key("outages", "Stretches of time in which nothing passes: what is under way waits, as for a rate of 0.")
            .holds(.list(of: ValueFormat.object(outage).map { $0.outage }.placed, atLeast: 0)) { $0.outages = $1 }
    }

    private static let make: KeyFormat<NetworkDraft> = Key(
        "make",
        "A network that is made up anew by the seed of each run, in the place of down_kbps: a kind alone, or with "
            + "parameters; 'autowait list traces' has all."
    )
    .holds(placed: .plainRule(NetworkRecipe.all, tag: "kind")) { $0.recipe = $1 }

    static let length: KeyFormat<PhaseDraft> = Key(
        "for_s", "How long it lasts; the last phase lasts on, unless phases repeat."
    )
    .holds(.time(from: 1)) { $0.length = $1 }

    /// A network that was measured.
    static let measured = KeyList<NetworkDraft>.list {
        Key("trace", "A file with a measured network, in the place of down_kbps; relative to the scenario's folder.")
            .holds(placed: .text) { $0.trace = $1 }
        Key("columns", "Where the file is a table with columns of its own: which of them have what.")
            .holds(placed: .object(ColumnsFormat.format)) { $0.columns = $1 }
        Key(
            "loop", "Whether the trace begins again after its end.",
            usually: .said("as its format has it, and true of 'make',")
        )
        .holds(placed: .flag) { $0.loops = $1 }
        Key("scale", "What the trace's capacity is multiplied by.", usually: .number(1))
            .holds(placed: .ratio(1...1_000_000_000)) { $0.scale = $1 }
        Key("latency", "Which way the trace's latency lies.", usually: .word("down"))
            .holds(
                placed: .words([
                    ("down", .down, "It delays all that the server sends, by the latency at that moment."),
                    (
                        "up", .up,
                        "It delays the request, and bytes flow afterwards: so Sabre reckons. Over fluid a change of it "
                            + "reaches requests on their way, in proportion, but in networks of hosts."
                    ),
                ])
            ) { $0.latency = $1 }
    }

    static let preset =
        Key("preset", "A network by its name, as 'autowait list presets' has them; other keys change it.")
        .holds(placed: OfferDraft.preset) { (draft: inout NetworkDraft, name) in
            draft.preset = name
            draft.offer.sourcePlaces.append(name.place)
        }

    static let presetOfPhase =
        Key("preset", "A preset in the place of what the network offers.")
        .holds(placed: OfferDraft.preset) { (draft: inout PhaseDraft, name) in
            draft.preset = name
            draft.offer.sourcePlaces.append(name.place)
        }

    private static let phase = ValueFormat.object(
        "phase", "A stretch of time with a network that stays as it is.", from: PhaseDraft()
    ) {
        length
        presetOfPhase
        OfferDraft.keys.within { $1(&$0.offer) }
    }

    private struct OutageDraft: Sendable {
        var begin = TimeAmount.zero
        var length = TimeAmount.zero

        var outage: Conditions.Outage {
            Conditions.Outage(start: .zero + begin, end: .zero + begin + length)
        }
    }

    private static let outage = ObjectFormat("outage", "Nothing passes.", from: OutageDraft()) {
        Key("at_s", "The time at which it begins.").holds(.time(from: 0), isRequired: true) { $0.begin = $1 }
        Key("for_s", "The time for which it lasts.").holds(.time(from: 1), isRequired: true) { $0.length = $1 }
    }
}
