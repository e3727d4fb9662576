internal import PlayerModel
internal import Simulation

/// A simulated player with the interface of `AVPlayer`, or of `AVQueuePlayer`.
///
/// Properties and methods have the names and the meanings that they have in AVFoundation. The scenario says which
/// class it is, what its media is like and by what rule it judges `isPlaybackLikelyToKeepUp`, under `player` and
/// `media`. Reading a property has no consequences. A call takes effect before it returns, as far as it depends on
/// the player alone; the rest, such as fetching and waiting, happens when time passes.
///
/// A call that AVFoundation answers with an exception ends the world, see `World.exception`.
///
/// It is `Sendable`, as `AVPlayer` is, so that closures and tasks may hold it. It is used on the thread that lets time
/// pass, though, which for code that is generic over `PlaybackPlayer` is the main one.
public final class SimulatedPlayer: @unchecked Sendable {
    let engine: Engine
    let player: Int16
    /// The items by their numbers; nil where none has been asked for yet.
    private var known: [SimulatedPlayerItem?]

    /// The volume of the sound. It is remembered, and nothing follows from it.
    public var volume: Float = 1 { didSet { volume = volume >= 0 ? min(volume, 1) : 0 } }
    /// Whether the sound is muted. It is remembered, and nothing follows from it.
    public var isMuted = false

    init(_ engine: Engine, player: Int16) {
        self.engine = engine
        self.player = player
        known = Array(repeating: nil, count: engine.itemsOfScenario(player))
    }

    var model: PlayerModel.Player { engine.model(of: player) }

    func perform(_ action: Action, by call: StaticString = #function) {
        engine.perform(action, of: player, by: call)
    }

    // MARK: Observable state

    /// Ready to play as soon as an item is; the player itself never fails here, an item does.
    public var status: Status { engine.told[Int(player)].wasReady ? .readyToPlay : .unknown }

    /// The reason why the player cannot play: always nil, because an item fails instead.
    public var error: (any Error)? { nil }

    /// Whether playback is paused, waits, or goes on.
    public var timeControlStatus: TimeControlStatus { TimeControlStatus(engine.timeControlStatus(of: player)) }

    /// The reason why the player waits; nil unless its status is `waitingToPlayAtSpecifiedRate`.
    public var reasonForWaitingToPlay: WaitingReason? {
        engine.reasonForWaiting(of: player).map { WaitingReason($0) }
    }

    /// The rate at which time really passes on the item's timeline: `currentItem.timebase`'s. It is 0 while the
    /// player waits, when `rate` is not.
    public var timebaseRate: Float { model.timebaseRate.asFloat }

    /// The place of playback on the item's timeline, to the nanosecond, rounded down; 0 without an item.
    public func currentTime() -> MediaTime { MediaTime(model.currentTime(at: engine.now)) }

    /// The item that is played, or nil. The same item is the same object each time.
    public var currentItem: SimulatedPlayerItem? {
        guard engine.told[Int(player)].isShown else { return model.item.map { item(of: $0) } }
        return engine.told[Int(player)].item.flatMap { item(numbered: $0) }
    }

    // MARK: Settings

    /// The rate that was asked for; 0 is paused. Setting it to 0 is `pause()`, and to 1 `play()` while
    /// `defaultRate` is 1 (session 503).
    ///
    /// From 0 to 32, to the nearest thousandth. Anything else is a misuse, see `World.error`: reverse playback is not
    /// modelled.
    public var rate: Float {
        get { engine.rate(of: player).asFloat }
        set { checked(newValue) { perform(.setRate($0)) } }
    }

    /// The rate that `play()` asks for: 1 unless it is set. Above 0 and at most 32.
    public var defaultRate: Float {
        get { model.settings.defaultRate.asFloat }
        set {
            guard let rate = Rate(newValue), rate.isMoving else { return engine.fail(.misuse(.movingRate(newValue))) }
            perform(.setDefaultRate(rate))
        }
    }

    /// Whether the player waits by itself where it expects to stall: true unless the scenario says otherwise. Set to
    /// false while it waits, it plays at once what is loaded. Where nothing is, the rate falls to 0 in a stall, and any
    /// other wait becomes what `play()` without waiting would be then (ours).
    public var automaticallyWaitsToMinimizeStalling: Bool {
        get { model.settings.automaticallyWaits }
        set { perform(.setAutomaticallyWaits(newValue)) }
    }

    /// The action at the end of an item: `advance` for an `AVQueuePlayer`, `pause` for an `AVPlayer` unless it is
    /// set. Only the former may advance; otherwise an exception is raised.
    public var actionAtItemEnd: ActionAtItemEnd {
        get { ActionAtItemEnd(model.actionAtItemEnd) }
        set { perform(.setActionAtItemEnd(newValue.model)) }
    }

    /// Makes a call with a rate that is modelled; another is a misuse.
    func checked(_ rate: Float, by call: StaticString = #function, _ body: (Rate) -> Void) {
        if let rate = Rate(rate) { body(rate) } else { engine.fail(.misuse(.rate(rate)), by: call) }
    }

    // MARK: Items

    /// A new item of the media that the scenario gives this player, as `AVPlayerItem(asset:)` makes one.
    ///
    /// Nothing of it is fetched before it is handed to the player. It is one of a new asset: where it replaces another,
    /// what is under way for that is called off, and asked for anew.
    ///
    /// - Parameters:
    ///   - name: Which media: the name of one of the scenario's `media` or `items`; nil is the first. One that there
    ///     is not is a misuse, and the item is one of the first.
    ///   - start: The place where it begins: an in point, to which an app would seek before it enqueues the item;
    ///     `invalid` is where the media says, which is 0 but for EXT-X-START of a playlist. `positiveInfinity` is the
    ///     end, as it is for a seek; a live stream has none before it has been listed, and begins as with `invalid`.
    ///   - end: `forwardPlaybackEndTime`; `invalid` is the duration.
    public func makeItem(
        of name: String? = nil, from start: MediaTime = .invalid, to end: MediaTime = .invalid
    ) -> SimulatedPlayerItem {
        engine.mustNotProbe("makeItem(of:from:to:)")
        let setup = engine.record.players[Int(player)]
        var piece = setup.media.item
        if let name {
            let own = ExactText(name)
            if let asset = setup.assets.firstIndex(where: { $0.name == own }) {
                piece = setup.assets[asset].media.item
                piece.asset = Int16(asset)
            } else if let item = setup.items.first(where: { $0.name == own }) {
                piece = item.item
            } else {
                engine.fail(.misuse(.unknownMedia(name)))
            }
        }
        piece.id = Int32(known.count)
        if end.isValid { piece.end = ItemEnd(end.place.map { max(.zero, $0) }) }
        if let place = start.place {
            piece.start = place
        } else if start.isPositiveInfinity, engine.holdBack(ofItem: piece, of: player) == nil {
            piece.start = end.place ?? piece.duration
        } else if start.isValid, !start.isPositiveInfinity {
            piece.start = .zero
        }
        piece.start = min(max(.zero, piece.start), piece.duration)
        engine.add(piece, of: player)
        return item(of: piece)
    }

    /// The item with a name in the scenario's `items`, or nil.
    public func item(named name: String) -> SimulatedPlayerItem? {
        engine.item(named: name, of: player).map { item(of: $0) }
    }

    /// An item that is in the player, or has been.
    private func item(numbered id: Int32) -> SimulatedPlayerItem? {
        if known.indices.contains(Int(id)), let item = known[Int(id)] { return item }
        let (current, queue) = (model.item, model.queue.items)
        let pieces = (current.map { [$0] } ?? []) + queue + engine.loading(of: player).traits.items
        return pieces.first { $0.id == id }.map { item(of: $0) }
    }

    func item(of piece: PlayerItem) -> SimulatedPlayerItem {
        let index = Int(piece.id)
        while known.count <= index { known.append(nil) }
        if let item = known[index] { return item }
        let item = SimulatedPlayerItem(engine, player: player, piece)
        known[index] = item
        return item
    }
}
