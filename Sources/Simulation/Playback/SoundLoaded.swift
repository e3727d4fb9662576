import PlayerModel

/// The audio beside the variants as it was loaded: of a language that the app chose, not of the first.
extension PlayerRun {
    /// The audio of an asset that was asked for last, up to an entry, by its place among all of it; nil where none was.
    func soundLoaded(of asset: Int, after order: Int) -> Int? {
        // Where sound comes with the pictures, nothing has to be looked through.
        guard !player.assets[asset].media.allAudio.isEmpty else { return nil }
        return playback.exchanges.through(order).last { exchange in
            exchange.kind == .audio && Int(slots[Int(exchange.slot)].asset) == asset
        }.map { Int(slots[Int($0.slot)].language) }
    }

    /// The audio of an asset that came for a place of its media, the last time; nil where none did.
    func soundLoaded(of asset: Int, at place: MediaTime) -> Int? {
        let audio = player.assets[asset].media.allAudio
        let load = playback.loads.last { load in
            guard load.track == 1, load.exchange >= 0 else { return false }
            let slot = slots[Int(playback.exchanges[Int(load.exchange)].slot)]
            guard slot.kind == .audio, Int(slot.asset) == asset, audio.indices.contains(Int(slot.language)) else {
                return false
            }
            let (chunks, chunk) = (audio[Int(slot.language)].chunks, Int64(load.chunk))
            return chunks.start(of: chunk) <= place && place < chunks.start(of: chunk + 1)
        }
        return load.map { Int(slots[Int(playback.exchanges[Int($0.exchange)].slot)].language) }
    }
}
