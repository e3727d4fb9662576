import PlayerModel
import Testing

@testable import Simulation

/// A preset as its source has it, written down apart from the program.
private struct Published: CustomTestStringConvertible {
    let id: String
    /// Bits per second; nil is without limit.
    let down, up: Int64?
    /// One way.
    let microsecondsDown, microsecondsUp: Int64
    /// Of a million packets.
    var lossDown: Int64 = 0
    var lossUp: Int64 = 0
    var dnsMilliseconds: Int64 = 0
    let transport: Transport.Kind

    var testDescription: String { id }

    /// Rates in kbit/s, delays in milliseconds one way.
    static func oneWay(
        _ id: String, _ down: Int64, _ up: Int64, _ delayDown: Int64, _ delayUp: Int64, loss: (Int64, Int64) = (0, 0)
    ) -> Published {
        Published(
            id: id, down: down * 1000, up: up * 1000, microsecondsDown: delayDown * 1000,
            microsecondsUp: delayUp * 1000, lossDown: loss.0 * 10_000, lossUp: loss.1 * 10_000, transport: .tcp)
    }

    /// Rates in kbit/s, a round trip in milliseconds.
    static func roundTrip(_ id: String, _ down: Int64, _ up: Int64, _ milliseconds: Int64) -> Published {
        Published(
            id: id, down: down * 1000, up: up * 1000, microsecondsDown: milliseconds * 1000 / 2,
            microsecondsUp: milliseconds * 1000 / 2, transport: .tcp)
    }

    /// Bytes a second, and a latency in milliseconds and tenths.
    static func chrome(_ id: String, _ down: Int64, _ up: Int64, tenths: Int64) -> Published {
        Published(
            id: id, down: down * 8, up: up * 8, microsecondsDown: 0, microsecondsUp: tenths * 100, transport: .fluid)
    }

    /// Bits a second, and a latency in milliseconds.
    static func firefox(_ id: String, _ down: Int64, _ up: Int64, _ milliseconds: Int64) -> Published {
        Published(
            id: id, down: down, up: up, microsecondsDown: 0, microsecondsUp: milliseconds * 1000, transport: .fluid)
    }

    /// Bits a second, up first as the emulator has them, and a delay between two numbers of milliseconds.
    static func android(_ id: String, _ up: Int64, _ down: Int64, _ delay: ClosedRange<Int64> = 0...0) -> Published {
        let quarter = (delay.lowerBound + delay.upperBound) * 1000 / 4
        return Published(
            id: id, down: down, up: up, microsecondsDown: quarter, microsecondsUp: quarter, transport: .tcp)
    }

    static func unlimited(_ id: String, loss: Int64 = 0, dns: Int64 = 0) -> Published {
        Published(
            id: id, down: nil, up: nil, microsecondsDown: 0, microsecondsUp: 0, lossDown: loss, lossUp: loss,
            dnsMilliseconds: dns, transport: .tcp)
    }

    static let conditioner: [Published] = [
        .oneWay("3G", 780, 330, 100, 100), .oneWay("Edge", 240, 200, 400, 440), .oneWay("DSL", 2000, 256, 5, 5),
        .oneWay("LTE", 50_000, 10_000, 50, 65), .oneWay("WiFi", 40_000, 33_000, 1, 1),
        .oneWay("Wi-Fi 802.11ac", 250_000, 100_000, 1, 1),
        .oneWay("Very Bad Network", 1000, 1000, 500, 500, loss: (10, 10)),
        .unlimited("High Latency DNS", dns: 3000), .unlimited("100% Loss", loss: 1_000_000),
        .oneWay("Lion 3G Good", 850, 420, 100, 100), .oneWay("Lion 3G Average", 780, 330, 100, 100),
        .oneWay("Lion 3G Lossy", 780, 330, 100, 100, loss: (1, 0)), .oneWay("Lion Edge Good", 250, 200, 350, 370),
        .oneWay("Lion Edge Average", 240, 200, 400, 440),
        .oneWay("Lion Edge Lossy", 240, 200, 400, 440, loss: (1, 0)),
    ]

    static let browsers: [Published] = [
        .chrome("Chrome Slow 3G", 50_000, 50_000, tenths: 20_000),
        .chrome("Chrome Slow 4G", 180_000, 84_375, tenths: 5625),
        .chrome("Chrome Fast 4G", 1_012_500, 168_750, tenths: 1650),
        .firefox("Firefox GPRS", 51_200, 20_480, 500), .firefox("Firefox 2G", 256_000, 51_200, 300),
        .firefox("Firefox Good 2G", 460_800, 153_600, 150), .firefox("Firefox 3G", 768_000, 256_000, 100),
        .firefox("Firefox Good 3G", 1_572_864, 768_000, 40), .firefox("Firefox 4G", 4_194_304, 3_145_728, 20),
        .firefox("Firefox DSL", 2_097_152, 1_048_576, 5), .firefox("Firefox Wi-Fi", 31_457_280, 15_728_640, 2),
        .roundTrip("WebPageTest Cable", 5000, 1000, 28), .roundTrip("WebPageTest DSL", 1500, 384, 50),
        .roundTrip("WebPageTest FIOS", 20_000, 5000, 4), .roundTrip("WebPageTest Dial", 49, 30, 120),
        .roundTrip("WebPageTest 3G", 1600, 768, 300), .roundTrip("WebPageTest 3GFast", 1600, 768, 150),
        .roundTrip("WebPageTest 3GSlow", 780, 330, 200), .roundTrip("WebPageTest Edge", 240, 200, 840),
        .roundTrip("WebPageTest 2G", 35, 32, 1300), .unlimited("WebPageTest Native"),
        .roundTrip("WebPageTest 4G", 9000, 9000, 170), .roundTrip("WebPageTest LTE", 12_000, 12_000, 70),
    ]

    static let emulators: [Published] = [
        .android("Android old gsm", 14_400, 14_400), .android("Android old hscsd", 14_400, 43_200),
        .android("Android old gprs", 40_000, 80_000, 150...550),
        .android("Android old edge", 118_400, 236_800, 80...400),
        .android("Android old umts", 128_000, 1_920_000, 35...200),
        .android("Android old hsdpa", 348_000, 14_400_000), .unlimited("Android old full"),
        .android("Android new gsm", 14_400, 14_400, 150...550),
        .android("Android new hscsd", 14_400, 57_600, 80...400),
        .android("Android new gprs", 28_800, 57_600, 35...200),
        .android("Android new edge", 473_600, 473_600, 80...400),
        .android("Android new umts", 384_000, 384_000, 35...200),
        .android("Android new hsdpa", 5_760_000, 13_980_000),
        .android("Android new lte", 58_000_000, 173_000_000),
        .android("Android new evdo", 75_000_000, 280_000_000), .unlimited("Android new full"),
    ]

    static let all = conditioner + browsers + emulators
}

@Suite struct NetworkPresets {
    @Test(arguments: Published.all)
    private func `a preset has the figures of its source`(wanted: Published) throws {
        let preset = try #require(NetworkPreset.named(wanted.id))
        #expect(preset.id == wanted.id)
        var values = NetworkValues()
        values.down = wanted.down
        values.up = wanted.up
        values.delayDown = TimeAmount(nanoseconds: wanted.microsecondsDown * 1000)
        values.delayUp = TimeAmount(nanoseconds: wanted.microsecondsUp * 1000)
        values.lossDown = wanted.lossDown
        values.lossUp = wanted.lossUp
        values.dnsDelay = .milliseconds(wanted.dnsMilliseconds)
        #expect(preset.values == values)
        #expect(preset.transport == wanted.transport)
        #expect(!preset.source.isEmpty && !preset.standing.isEmpty)
    }

    @Test func `there are no others, and all names differ, in capitals or not`() {
        #expect(NetworkPreset.all.map { $0.id } == Published.all.map { $0.id })
        let names = NetworkPreset.all.flatMap { [$0.id] + $0.otherNames }.map { $0.lowercased() }
        #expect(Set(names).count == names.count)
    }

    @Test(arguments: [
        ("3g", "3G"), ("WIFI", "WiFi"), ("wi-fi 802.11AC", "Wi-Fi 802.11ac"), ("100% loss", "100% Loss"),
        ("chrome slow 4g", "Chrome Slow 4G"), ("Chrome Fast 3G", "Chrome Slow 4G"), ("firefox lte", "Firefox 4G"),
        ("Firefox Regular 4G / LTE", "Firefox 4G"), ("firefox regular 2g", "Firefox 2G"),
        ("3 G", nil), ("3G ", nil), ("", nil), ("Slow 4G", nil),
    ])
    func `a name is known in capitals or not`(word: String, id: String?) {
        #expect(NetworkPreset.named(word)?.id == id)
    }

    @Test(arguments: [
        ("3GG", "3G"), ("Wi-Fi", "WiFi' or 'Firefox Wi-Fi"), ("very-bad-network", "Very Bad Network"),
        ("Slow 4G", "Chrome Slow 4G"), ("Fast 3G", "Chrome Fast 3G"), ("fast-3g", "Chrome Fast 3G"),
        ("Regular 3G", "Firefox Regular 3G"),
        ("fast 4g", "Chrome Fast 4G"), ("Chrome Fast3G", "Chrome Fast 3G"), ("3gslow", "WebPageTest 3GSlow"),
        ("4G", "Firefox 4G' or 'WebPageTest 4G"), ("edge good", "Lion Edge Good"), ("Dail", "WebPageTest Dial"),
        ("hsdpa", "Android old hsdpa' or 'Android new hsdpa"), ("android old edgy", "Android old edge"),
    ])
    func `what was probably meant is said, and where all are listed`(word: String, ids: String) {
        #expect(NetworkPreset.hint(word) == "; did you mean '\(ids)'? 'autowait list presets' shows all")
    }

    @Test func `with nothing near, only the list is named`() {
        #expect(NetworkPreset.hint("my home") == "; 'autowait list presets' shows all")
    }
}
