import PlayerModel

/// Presets of Chrome, Firefox and WebPageTest: rates in bits per second, latencies in microseconds.
extension NetworkPreset {
    /// Chrome throttles requests: a request waits for the whole latency once, on its way up. Its source has bytes per
    /// second after the adjustment; these are eight times as many bits.
    static let chrome: [NetworkPreset] = [
        NetworkPreset(
            "Chrome Slow 3G", .chrome, NetworkValues(400_000, 400_000, delayUp: 2_000_000),
            about: "500 kbit/s × 0.8, 400 ms × 5"),
        NetworkPreset(
            "Chrome Slow 4G", or: ["Chrome Fast 3G"], .chrome,
            NetworkValues(1_440_000, 675_000, delayUp: 562_500),
            about: "1.6 Mbit/s and 750 kbit/s × 0.9, 150 ms × 3.75; it was called Fast 3G until May 2024"),
        NetworkPreset(
            "Chrome Fast 4G", .chrome, NetworkValues(8_100_000, 1_350_000, delayUp: 165_000),
            about: "9 and 1.5 Mbit/s × 0.9, 60 ms × 2.75"),
    ]

    /// Firefox throttles requests too: the body of a response waits for the latency once, and then shares the rate with
    /// the others. Its kilobits have 1,024 bits and its megabits 1,024 of these.
    static let firefox: [NetworkPreset] = [
        firefox("Firefox GPRS", down: 50 * kilo, up: 20 * kilo, latency: 500_000),
        firefox("Firefox 2G", or: ["Firefox Regular 2G"], down: 250 * kilo, up: 50 * kilo, latency: 300_000),
        firefox("Firefox Good 2G", down: 450 * kilo, up: 150 * kilo, latency: 150_000),
        firefox("Firefox 3G", or: ["Firefox Regular 3G"], down: 750 * kilo, up: 250 * kilo, latency: 100_000),
        firefox("Firefox Good 3G", down: 3 * mega / 2, up: 750 * kilo, latency: 40_000),
        firefox(
            "Firefox 4G", or: ["Firefox LTE", "Firefox 4G/LTE", "Firefox Regular 4G / LTE"], down: 4 * mega,
            up: 3 * mega, latency: 20_000, about: "Firefox calls it Regular 4G / LTE"),
        firefox("Firefox DSL", down: 2 * mega, up: mega, latency: 5000),
        firefox("Firefox Wi-Fi", down: 30 * mega, up: 15 * mega, latency: 2000),
    ]

    private static let kilo: Int64 = 1024
    private static let mega = 1024 * kilo

    private static func firefox(
        _ id: String, or otherNames: [String] = [], down: Int64, up: Int64, latency: Int64, about: String = ""
    ) -> NetworkPreset {
        NetworkPreset(id, or: otherNames, .firefox, NetworkValues(down, up, delayUp: latency), about: about)
    }

    static let webPageTest: [NetworkPreset] = [
        NetworkPreset("WebPageTest Cable", .webPageTest, NetworkValues(5_000_000, 1_000_000, roundTrip: 28_000)),
        NetworkPreset("WebPageTest DSL", .webPageTest, NetworkValues(1_500_000, 384_000, roundTrip: 50_000)),
        NetworkPreset("WebPageTest FIOS", .webPageTest, NetworkValues(20_000_000, 5_000_000, roundTrip: 4000)),
        NetworkPreset("WebPageTest Dial", .webPageTest, NetworkValues(49_000, 30_000, roundTrip: 120_000)),
        NetworkPreset("WebPageTest 3G", .webPageTest, NetworkValues(1_600_000, 768_000, roundTrip: 300_000)),
        NetworkPreset("WebPageTest 3GFast", .webPageTest, NetworkValues(1_600_000, 768_000, roundTrip: 150_000)),
        NetworkPreset("WebPageTest 3GSlow", .webPageTest, NetworkValues(780_000, 330_000, roundTrip: 200_000)),
        NetworkPreset("WebPageTest Edge", .webPageTest, NetworkValues(240_000, 200_000, roundTrip: 840_000)),
        NetworkPreset("WebPageTest 2G", .webPageTest, NetworkValues(35_000, 32_000, roundTrip: 1_300_000)),
        NetworkPreset("WebPageTest Native", .webPageTest, NetworkValues(), about: "leaves the network alone"),
        NetworkPreset(
            "WebPageTest 4G", .webPageTest, NetworkValues(9_000_000, 9_000_000, roundTrip: 170_000),
            source: secondary, standing: reported),
        NetworkPreset(
            "WebPageTest LTE", .webPageTest, NetworkValues(12_000_000, 12_000_000, roundTrip: 70_000),
            source: secondary, standing: reported),
    ]

    private static let reported = "as reported"
    private static let secondary = "secondary sources on WebPageTest"
}
