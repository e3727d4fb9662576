import PlayerModel
import Testing

@testable import Simulation

extension Loader {
    /// The buffer as the player may know it at `now`, with the playhead at `place`.
    func state(at place: MediaTime, _ now: Instant) -> BufferState {
        var (loader, state) = (self, BufferState.none)
        loader.tell(&state, at: place, now)
        #expect(playableEnd(at: place, now) == state.playableEnd, "asked for by itself it is the same")
        return state
    }
}
