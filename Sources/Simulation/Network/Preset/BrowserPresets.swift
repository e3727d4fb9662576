import PlayerModel

/// Presets of Chrome and of WebPageTest: rates in bits per second, latencies in microseconds.
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

    static let firefox: [NetworkPreset] = [
        NetworkPreset("Firefox GPRS", .firefox, NetworkValues(50_000, 20_000, roundTrip: 500_000)),
        NetworkPreset("Firefox 2G", .firefox, NetworkValues(250_000, 50_000, roundTrip: 300_000)),
        NetworkPreset("Firefox Good 2G", .firefox, NetworkValues(450_000, 150_000, roundTrip: 150_000)),
        NetworkPreset("Firefox 3G", .firefox, NetworkValues(750_000, 250_000, roundTrip: 100_000)),
        NetworkPreset("Firefox Good 3G", .firefox, NetworkValues(1_500_000, 750_000, roundTrip: 40_000)),
        NetworkPreset(
            "Firefox 4G", or: ["Firefox LTE", "Firefox 4G/LTE"], .firefox,
            NetworkValues(4_000_000, 3_000_000, roundTrip: 20_000), about: "Firefox calls it 4G/LTE"),
        NetworkPreset("Firefox DSL", .firefox, NetworkValues(2_000_000, 1_000_000, roundTrip: 5000)),
        NetworkPreset("Firefox Wi-Fi", .firefox, NetworkValues(30_000_000, 15_000_000, roundTrip: 2000)),
    ]

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
