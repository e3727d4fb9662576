/// Effects in the order in which they follow, for the time between two events.
///
/// An array would do. But a loop empties it after each event, and an array gives its elements up one by one, or sees
/// whether there is room to give back; this only forgets how many there were.
public struct EffectList<Effect: BitwiseCopyable & Sendable>: RandomAccessCollection, Sendable {
    /// The effects, and behind them others that are forgotten.
    @usableFromInline var places: ContiguousArray<Effect> = []
    @usableFromInline var used = 0

    /// An empty list.
    @inlinable
    public init() {}

    /// How many effects there are.
    @inlinable @inline(__always)
    public var count: Int { used }

    /// The index of the first effect: 0.
    @inlinable @inline(__always)
    public var startIndex: Int { 0 }

    /// The index behind the last effect.
    @inlinable @inline(__always)
    public var endIndex: Int { used }

    /// Whether there are none.
    @inlinable @inline(__always)
    public var isEmpty: Bool { used == 0 }

    /// The effect at an index, which must be one of the list.
    @inlinable @inline(__always)
    public subscript(index: Int) -> Effect {
        get { places[index] }
        set { places[index] = newValue }
    }

    /// Adds an effect behind all others. Constant time on average.
    @inlinable @inline(__always)
    public mutating func append(_ effect: Effect) {
        if used < places.count { places[used] = effect } else { grow(effect) }
        used += 1
    }

    @inlinable @inline(never)
    mutating func grow(_ effect: Effect) { places.append(effect) }

    /// Puts an effect before the one at `index`. O(n).
    @inlinable
    public mutating func insert(_ effect: Effect, at index: Int) {
        places.removeLast(places.count - used)
        places.insert(effect, at: index)
        used += 1
    }

    /// Forgets all effects. Constant time.
    @inlinable @inline(__always)
    public mutating func removeAll() { used = 0 }
}
