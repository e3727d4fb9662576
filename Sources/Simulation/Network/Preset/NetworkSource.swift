import PlayerModel

/// The source that a network was taken from, where the scenario does not say all of it itself.
package indirect enum NetworkSource: Sendable {
    case preset(NetworkPreset)
    /// A profile of a file, which is named as the scenario names it.
    case profile(path: String, LinkConditionerProfile)

    var values: NetworkValues {
        switch self {
        case .preset(let preset): preset.values
        case .profile(_, let profile): profile.values
        }
    }

    /// How bytes travel unless the scenario says it: the Link Conditioner shapes packets.
    var transport: Transport.Kind {
        switch self {
        case .preset(let preset): preset.transport
        case .profile: .tcp
        }
    }

    /// Its name in a message.
    var words: String {
        switch self {
        case .preset(let preset): "the preset '\(preset.id)'"
        case .profile(let path, _): "the profile of '\(path)'"
        }
    }

    /// Its name in a report.
    var label: String {
        switch self {
        case .preset(let preset): preset.label
        case .profile(let path, let profile): profile.name.map { "\(PropertyList.shown($0)) (\(path))" } ?? path
        }
    }
}
