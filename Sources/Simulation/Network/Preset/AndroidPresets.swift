import PlayerModel

/// Presets of the Android emulator, each with the delay of its name. Its old and its new figures contradict each
/// other, so there are two families. Rates in bits per second, delays in microseconds.
extension NetworkPreset {
    static let androidOld: [NetworkPreset] = [
        NetworkPreset("Android old gsm", .androidOld, NetworkValues(14_400, 14_400), about: noDelay),
        NetworkPreset("Android old hscsd", .androidOld, NetworkValues(43_200, 14_400), about: noDelay),
        android("Android old gprs", .androidOld, down: 80_000, up: 40_000, 150, 550),
        android("Android old edge", .androidOld, down: 236_800, up: 118_400, 80, 400),
        android("Android old umts", .androidOld, down: 1_920_000, up: 128_000, 35, 200),
        NetworkPreset("Android old hsdpa", .androidOld, NetworkValues(14_400_000, 348_000), about: noDelay),
        NetworkPreset("Android old full", .androidOld, NetworkValues(), about: "with the delay 'none'"),
    ]

    static let androidNew: [NetworkPreset] = [
        android("Android new gsm", .androidNew, down: 14_400, up: 14_400, 150, 550),
        android("Android new hscsd", .androidNew, down: 57_600, up: 14_400, 80, 400),
        android("Android new gprs", .androidNew, down: 57_600, up: 28_800, 35, 200),
        android("Android new edge", .androidNew, down: 473_600, up: 473_600, 80, 400),
        android("Android new umts", .androidNew, down: 384_000, up: 384_000, 35, 200),
        NetworkPreset("Android new hsdpa", .androidNew, NetworkValues(13_980_000, 5_760_000)),
        NetworkPreset("Android new lte", .androidNew, NetworkValues(173_000_000, 58_000_000)),
        NetworkPreset("Android new evdo", .androidNew, NetworkValues(280_000_000, 75_000_000)),
        NetworkPreset("Android new full", .androidNew, NetworkValues(), about: noDelay),
    ]

    private static let noDelay = "no delay goes by this name: none is taken"

    /// A speed, and a delay between `least` and `most` milliseconds.
    private static func android(
        _ id: String, _ family: Family, down: Int64, up: Int64, _ least: Int64, _ most: Int64
    ) -> NetworkPreset {
        NetworkPreset(
            id, family, NetworkValues(down, up, roundTrip: (least + most) * 500),
            about: "delay from \(least) to \(most) ms")
    }
}
