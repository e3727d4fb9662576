import PlayerModel

/// Presets of the Network Link Conditioner: rates in bits per second, delays in microseconds one way.
///
/// Apple publishes no figures, and no file with them as it ships was found: these are the ones that independent
/// sources have in common.
extension NetworkPreset {
    /// The nine profiles of today's version. The names are sure (NSHipster, Proxyman's documentation).
    static let linkConditioner: [NetworkPreset] = [
        NetworkPreset("3G", .linkConditioner, average3G, source: threeSources("3GSlow")),
        NetworkPreset("Edge", .linkConditioner, averageEdge, source: threeSources("Edge")),
        NetworkPreset("DSL", .linkConditioner, NetworkValues(2_000_000, 256_000, delayDown: 5000, delayUp: 5000)),
        NetworkPreset(
            "LTE", .linkConditioner, NetworkValues(50_000_000, 10_000_000, delayDown: 50_000, delayUp: 65_000),
            source: "nethang 0.2.0; SwiftyDebug has the delay down too"),
        NetworkPreset(
            "WiFi", .linkConditioner, NetworkValues(40_000_000, 33_000_000, delayDown: 1000, delayUp: 1000),
            about: "sources differ: nethang has a loss of 1 % and no delay",
            source: "rates: nethang 0.2.0; delay: SwiftyDebug"),
        NetworkPreset(
            "Wi-Fi 802.11ac", .linkConditioner,
            NetworkValues(250_000_000, 100_000_000, delayDown: 1000, delayUp: 1000),
            about: "the exact values are not known", source: "rates within the ranges of Proxyman's documentation"),
        NetworkPreset(
            "Very Bad Network", .linkConditioner,
            NetworkValues(1_000_000, 1_000_000, delayDown: 500_000, delayUp: 500_000)
                .losing(down: 100_000, up: 100_000),
            source: "nethang 0.2.0; a summary of kenchan0130 has delay and loss too"),
        NetworkPreset(
            "High Latency DNS", .linkConditioner, NetworkValues(nil, nil, dnsDelay: .seconds(3)),
            source: "a summary of kenchan0130"),
        NetworkPreset(
            "100% Loss", .linkConditioner, NetworkValues(nil, nil).losing(down: 1_000_000, up: 1_000_000),
            source: "its name"),
    ]

    private static func threeSources(_ name: String) -> String {
        "nethang 0.2.0, a script with the presets of OS X Lion, and WebPageTest's \(name)"
    }

    /// The finer family of its first years.
    static let lion: [NetworkPreset] = [
        NetworkPreset("Lion 3G Good", .lion, NetworkValues(850_000, 420_000, delayDown: 100_000, delayUp: 100_000)),
        NetworkPreset("Lion 3G Average", .lion, average3G),
        NetworkPreset(
            "Lion 3G Lossy", .lion, average3G.losing(down: 10_000, up: 0), about: "Lion 3G Average with loss"),
        NetworkPreset("Lion Edge Good", .lion, NetworkValues(250_000, 200_000, delayDown: 350_000, delayUp: 370_000)),
        NetworkPreset("Lion Edge Average", .lion, averageEdge),
        NetworkPreset(
            "Lion Edge Lossy", .lion, averageEdge.losing(down: 10_000, up: 0),
            about: "Lion Edge Average with loss, down as in Lion 3G Lossy"),
    ]

    private static let average3G = NetworkValues(780_000, 330_000, delayDown: 100_000, delayUp: 100_000)
    private static let averageEdge = NetworkValues(240_000, 200_000, delayDown: 400_000, delayUp: 440_000)
}
