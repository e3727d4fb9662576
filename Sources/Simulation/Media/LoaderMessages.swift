import SimulationContainers
import PlayerModel

/// A message to a loader.
package enum LoaderInput: Sendable {
    /// A chunk is in: the next of its exchange, with the instants of that and all that was seen by then.
    case arrived(ExchangeID, ResponseTimes, Receipt)
    case failed(ExchangeID, LoadFailure)
    /// A request for media has failed, and is to be made again then. So much had come of it where it ran out of
    /// time; nil where it failed otherwise.
    case pauses(ExchangeID, until: Instant, Progress?)
    /// The playlist that is about to arrive lists that much of a live stream.
    case listed(ExchangeID, LiveListing)
    /// The steering manifest that is about to arrive says this.
    case steered(ExchangeID, ContentSteering.Answer)
    /// The player is paused, or waits for an interstitial event to be over, or is no longer and does not: each is
    /// another thing to a live stream than waiting for media.
    case setPaused(Bool, isSuspended: Bool, asksNaturalSpeed: Bool)
    /// The playhead moves otherwise; it may be that the app has sought.
    case clockMoved(Playhead, SoughtPlace = .nowhere)
    /// Another item is current than the one of number `from` (-1: none), or none is, and others may be behind it; the
    /// one before has finished where `isFinished`. Nothing is kept of any where everything begins anew.
    case itemChanged(
        ContiguousArray<ItemPiece>, Playhead, from: Int32, isFinished: Bool, beginsAnew: Bool = false)
    case queueChanged(ContiguousArray<ItemPiece>)
    case endMoved(MediaTime, said: MediaTime? = nil)
    /// `preferredForwardBufferDuration = …`.
    case setPreferredForwardBuffer(MediaTime)
    /// The app sets how the player goes about a live stream.
    case setLive(LiveSettings.Change)
    /// The app permits other variants than before.
    case limit(VariantLimits.Change)
    /// The app sets limits of one item.
    case prefer(ItemPreferences, item: Int32)
    /// The audio is to be in another language: what is loaded of it is of no use.
    case selectAudio(ExactText)
    /// So much has come by now of a segment that is under way.
    case progressed(ExchangeID, Progress)
    /// A value of the asset is asked for, item or no item: the multivariant playlist is fetched.
    case loadValues
    /// Keys that the multivariant playlist names are fetched as soon as it is there.
    case preloadKeys
    /// Nobody watches any more: what is under way is called off, and nothing is asked for again.
    case stop
    /// The instant has come at which the buffer has drained.
    case wake
    /// So much has come by now of all that is under way.
    case looked(NetworkLook)
}

/// Where a seek of the app goes that is pending, if there is one.
package enum SoughtPlace: BitwiseCopyable, Sendable {
    /// Nowhere; to a place; to the edge of a live stream, wherever that is.
    case nowhere, place, edge
}

package typealias LoaderEffects = EffectList<LoaderEffect>

/// An effect that a loader wants.
package enum LoaderEffect: BitwiseCopyable, Sendable {
    case send(NetworkEvent)
    /// Tell the player that what is loaded, or what is known of it, has changed.
    case bufferChanged
    /// Tell the player that nothing more of the item will come.
    case loadingFailed(LoadFailure)
    /// Hand in `wake` at that instant.
    case arm(Instant)
    /// Hand in `progressed` for that exchange at that instant, or when so many nanobits of it have come, whichever is
    /// later; earlier where nobody can say when that is.
    case watch(ExchangeID, at: Instant, amount: Int128)
    /// Hand in `looked` as of that instant.
    case look(at: Instant)
    /// Another variant is wanted from now on, at that throughput in bits per second.
    case switches(from: Int, to: Int, throughput: Int64)
    /// A variant has failed, and is left out until that instant; no time is set where that is before the
    /// beginning.
    case excludes(variant: Int, until: Instant)
    /// Something has failed, and the item goes on, with no variant left out for it.
    case recovers(RecoveryNote)
    /// A steering manifest has made a pathway: from now on it can be taken.
    case cloned(MadePathway)
    /// The first of another variant was taken in.
    case switched(from: Int, to: Int)
    /// The first of an answer was taken in; its first byte came at that instant.
    case answered(slot: Int32, firstByte: Instant)
    /// Loads for that item from now on, in that variant until another is switched to.
    case loads(item: Int32, variant: Int32)
    case dropped(asset: Int, track: UInt16)
    /// A playlist of a live stream was taken in.
    case listed(slot: Int32, LiveListing)
    /// A live stream is played at that speed from now on, because it is so far behind its edge.
    case paces(Rate, behind: MediaTime)
    /// The playhead is to go there: playback of a live stream begins, or goes on elsewhere than where it was.
    case skips(to: MediaTime, isFirst: Bool)
    /// A gap was found, passed over or skipped; the playhead is to go on behind one that is skipped.
    case gap(GapNote)
    case fetched(slot: Int32, bytes: Int64)
    /// A chunk was taken in; the network was busy with it for that long.
    case loaded(track: UInt16, chunk: Int32, bytes: Int64, busy: TimeAmount)

    /// Whether what was asked for is no longer wanted.
    var callsOff: Bool { if case .send(.cancel) = self { true } else { false } }

    /// Whether a look at that instant is wanted.
    func looks(at instant: Instant) -> Bool { if case .look(let wanted) = self { wanted == instant } else { false } }
}
