import Simulation

enum WhatIfCommand {
    static let command = Command(
        name: "whatif", operands: "LOG…", operandCount: 1...Int.max,
        about: "tells what other settings would have done in the sessions of logs",
        options: [
            .init(
                "scenario", .input("FILE"),
                "the media, the ladder, the player and the script of the sessions, which no log says in full"),
            .init("vary", each: "KEY=A,B", "the alternatives, as in player=hls.js,exoplayer; may be repeated"),
            .init("set", each: "KEY=VALUE", "set a key over what the scenario says; may be repeated"),
            .init("members", "N", "how many networks each log is run over: 20 unless said"),
            .init(
                "transport", .words(Transport.Kind.allCases.map(\.name)),
                "how bytes travelled, and travel in each alternative: as the scenario has it unless said"),
            .init("host", "NAME", "infer from what was asked of one host alone, where LOG says the hosts"),
            .init("seed", "N", "seed the draws with N: 1 unless said"),
            .init(
                "format", .words(Format.allCases.map(\.rawValue)),
                "text; or json, with its schema in 'autowait schema --of whatif'"),
            Workers.option,
            CompanionFiles.option,
            Warnings.option,
        ],
        notes: """
            LOG is one session, as 'autowait infer' reads it, or a folder of such files. From each the networks are
            drawn that could have made it, and every alternative is run over all of them. Over several logs the
            alternatives are compared log by log; where one cannot be read, the others count.

            A log that 'autowait run --record' wrote has the scenario in it: alone, it needs no --scenario. A log beside
            a scenario has its first request when the scenario, without what is varied, sends its own.

            The scenario's own network gives way to the inferred one, but for what it says of the rate up, connections
            and protocols; so do those of its hosts. So do its outages, its traffic, what its script does to the
            network, and faults with 'body_kbps': what they left of the network is what the log tells. Faults that make
            requests fail stay. What stays may be varied, but for the transport; networks are inferred over what the
            scenario has of it, without faults and without what is varied. With --host, all that a session asks for
            comes over the network to that host.
            """,
        advice: "as in 'autowait whatif session.har --scenario FILE.json --vary player=hls.js,exoplayer'", run: whatIf
    )

    enum Format: String, CaseIterable {
        case text, json

        var form: FileForm {
            switch self {
            case .text: .text
            case .json: .report
            }
        }
    }

    private static func whatIf(_ arguments: Arguments) throws(LoadError) -> Reply {
        let request = try WhatIfRequest(arguments)
        return try WhatIfFiles(request).reply()
    }
}
