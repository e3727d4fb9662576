import PlayerModel
import Simulation

/// Since when each stall could no longer be avoided, and by what it could until then.
enum InevitableView {
    static func write(_ held: HeldPageRun, _ player: Int, _ writer: inout JSONWriter) throws(SessionError) {
        let run = held.players[player]
        let stalls = Halt.all(of: run).filter { $0.kind == .stall }
        var inevitable = Inevitable(run)
        var found: [Inevitable.Finding] = []
        // Of very many the first are enough to see what they come from.
        for stall in stalls.prefix(8) { found.append(try inevitable.since(stall)) }
        writer.member("stalls", Int64(stalls.count))
        writer.array("findings") { writer in
            for (stall, finding) in zip(stalls, found) {
                writer.beginObject()
                writer.member("stall", stall.from.nanoseconds)
                if let since = finding.since { writer.member("since", since.nanoseconds) }
                writer.member("words", words(finding, stall))
                writer.endObject()
            }
        }
    }

    private static func words(_ finding: Inevitable.Finding, _ stall: Halt) -> String {
        let name = "The stall at \(time(stall.from)) "
        switch finding {
        case .variant(let since, let bitRate):
            let rate = QuantityText.value(bitRate, .kilobitsPerSecond)
            return name + "was inevitable from the request at \(time(since)) on: with variants of \(rate) at most "
                + "from there on, it would not have come."
        case .start(let later):
            return name + "was inevitable from the start on: a start \(PageVerdict.time(later)) later would have "
                + "avoided it."
        case .never(let lower): return name + words(lower) + ", and no later start was found that avoids it."
        }
    }

    private static func words(_ lower: Inevitable.Lower) -> String {
        switch lower {
        case .inVain: "comes with the lowest variant from the beginning on as well"
        case .none: "has no lower variant to be avoided by"
        case .cannotSwitch: "comes to a player that never switches to a lower variant"
        case .severalAssets: "was tried with no lower variants, because several assets are played"
        }
    }

    private static func time(_ instant: Instant) -> String { PageVerdict.time(instant - .zero) }
}
