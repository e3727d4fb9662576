@testable import Simulation

extension RandomScenario {
    // MARK: Network

    mutating func network() -> String {
        if isTCP, chance(12) { return "\"\(packetPreset())\"" }
        let always = transport() + (isTCP ? http() : [])
        let maybe = isTCP ? settings() : ["\"request_bytes\": \(below(2000))"]
        switch below(6) {
        case 0: return object(always + ["\"phases\": [\(phases(last: true))]"], maybe)
        case 1:
            return object(always + ["\"phases\": [\(phases(last: false))]", "\"repeat\": true"], maybe + offered())
        case 2: return object(always + ["\"outages\": [\(outages())]"] + offered(), maybe)
        case 3 where isTCP: return object(always + ["\"preset\": \"\(preset())\""], maybe + offered())
        default: return object(always + offered(), maybe)
        }
    }

    private mutating func transport() -> [String] { ["\"transport\": \"\(isTCP ? "tcp" : "fluid")\""] }

    private mutating func preset() -> String { pick(NetworkPreset.all).id }

    private mutating func packetPreset() -> String { pick(NetworkPreset.all.filter { $0.transport == .tcp }).id }

    private mutating func capacity() -> String {
        switch below(12) {
        case 0: "0"
        case 1: "\"unlimited\""
        case 2: "\(500 * (1 + below(8)))"
        case 3 where isTCP: pick(["0.001", "0.5", "8"])
        default: decimal(30_000 + below(isTCP ? 600_000 : 5_000_000))
        }
    }

    mutating func offered() -> [String] {
        var members = ["\"down_kbps\": \(capacity())"]
        if chance(3) { members.append("\"up_kbps\": \(pick(["8", "40", "1000", capacity()]))") }
        if chance(2) { members.append("\"delay_ms\": \(pick(["0", "10", "250", decimal(below(400_000))]))") }
        if chance(6) { members.append("\"delay_down_ms\": \(below(300))") }
        guard isTCP else { return members }
        if chance(3) { members.append("\"loss_percent\": \(loss())") }
        if chance(6) { members.append("\"loss_down_percent\": \(loss())") }
        if chance(6) { members.append("\"loss_up_percent\": \(loss())") }
        if chance(4) { members.append("\"dns_delay_ms\": \(pick(["0", "50", "3000", decimal(below(200_000))]))") }
        return members
    }

    /// The network as an action changes it: its preset has the transport of the network.
    mutating func changed() -> [String] {
        guard isTCP else { return offered() }
        var members = chance(3) ? ["\"preset\": \"\(packetPreset())\""] : offered()
        if chance(4) { members.append("\"break_connections\": true") }
        if chance(3) { members.append("\"new_address\": true") }
        return members
    }

    private mutating func loss() -> String {
        switch below(10) {
        case 0: pick(["100", "50", "20"])
        case 1: "0"
        default: decimal(below(5000))
        }
    }

    private mutating func phases(last: Bool) -> String {
        let count = 1 + below(4)
        return (0..<count).map { index in
            let length = last && index == count - 1 ? [] : ["\"for_s\": \(decimal(100 + below(80) * 100))"]
            if isTCP, chance(6) { return object(length + ["\"preset\": \"\(preset())\""]) }
            return object(length + offered())
        }.joined(separator: ", ")
    }

    private mutating func outages() -> String {
        (0...below(3)).map { _ in
            object(["\"at_s\": \(time(20_000))", "\"for_s\": \(decimal(1 + below(6000)))"])
        }.joined(separator: ", ")
    }

    // MARK: Connections and requests

    private mutating func http() -> [String] {
        var members: [String] = []
        let version = pick(HTTPSettings.Version.allCases)
        if version != .http2 || chance(2) { members.append("\"http\": \"\(version.name)\"") }
        if !chance(3) {
            let words = version == .http3 ? [.tls13, .tls13Resumed, .earlyData] : TransportSecurity.allCases
            members.append("\"tls\": \"\(pick(words).name)\"")
        }
        if !chance(3) {
            let hosts = ["segments", "playlists", "keys"].map { "\"\($0)\": \"\(pick(["a", "b", "c"]))\"" }
            members.append("\"hosts\": \(object([], hosts))")
        }
        if chance(2) {
            members.append("\"faults\": [\((0...below(3)).map { _ in fault() }.joined(separator: ", "))]")
        }
        return members
    }

    private mutating func fault() -> String {
        let bytes = pick([0, 1, 1448, below(40_000), below(400_000)])
        let kind = pick([
            "\"status\": \(pick([400, 404, 408, 429, 500, 503, 599]))", "\"reset_after_bytes\": \(bytes)",
            "\"silent_after_bytes\": \(bytes)", "\"truncated_after_bytes\": \(bytes)",
            "\"content_length_bytes\": \(bytes)", "\"body_kbps\": \(1 + below(2000))",
        ])
        var members = [kind]
        if chance(2) { members.append("\"of\": \"\(pick(fetched))\"") }
        if chance(3) { members.append("\"chunk\": \(below(8))") }
        if chance(3) { members.append("\"request\": \(1 + below(8))") }
        if chance(4) { members.append("\"percent\": \(1 + below(100))") }
        if chance(2) { members.append("\"times\": \(pick([1, 2, 3, 1_000_000_000]))") }
        return object(members)
    }

    /// Patience is short, so that it ends within a run.
    private mutating func settings() -> [String] {
        [
            "\"request_bytes\": \(pick([0, 1, below(2000), below(20_000)]))",
            "\"response_header_bytes\": \(pick([0, 1, below(2000)]))",
            "\"tls_compute_ms\": \(pick(["0", "10", "2500.5"]))",
            "\"certificate_bytes\": \(pick([250, 3300, 250 + below(20_000)]))",
            "\"start_jitter_ms\": \(pick(["0", "0.5", "40", "3000"]))",
            "\"think_ms\": \(pick(["0", "1", "80", decimal(below(2_000_000))]))",
            "\"connections_per_host\": \(1 + below(3))",
            "\"keep_alive_s\": \(pick(["0", "0.5", time(20_000)]))",
            "\"timeout_s\": \(pick(["1", "0.25", "10", decimal(1 + below(20_000))]))",
            "\"retry_count\": \(below(4))", "\"back_off_s\": \(pick(["0.001", "0.5", decimal(1 + below(4000))]))",
            "\"queue_packets\": \(pick([1, 2, 10, 1 + below(100)]))", "\"queue_up_packets\": \(1 + below(5))",
            "\"receive_window_bytes\": \(pick([1448, 2896, 1448 + below(100_000)]))", "\"hystart\": \(chance(2))",
            "\"quickack\": \(chance(4))", "\"header_alone\": \(chance(4))",
            "\"receive_buffer_bytes\": \(pick([65_536, 131_072, 65_536 + below(10_000_000)]))",
        ]
    }
}
