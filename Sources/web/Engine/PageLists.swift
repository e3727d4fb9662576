import PlayerModel
import Simulation

/// The choices that there are: rules for the start, and whole players.
enum PageLists {
    static func write(_ writer: inout JSONWriter) {
        list("rules", KeepUp.all.map { ($0.name, $0.about) }, &writer)
        list("players", PlayerProfile.all.map { ($0.name, $0.about) }, &writer)
    }

    private static func list(_ name: String, _ entries: [(name: String, about: String)], _ writer: inout JSONWriter) {
        writer.array(name) { writer in
            for entry in entries {
                writer.beginArray()
                writer.string(entry.name)
                writer.string(entry.about)
                writer.endArray()
            }
        }
    }
}
