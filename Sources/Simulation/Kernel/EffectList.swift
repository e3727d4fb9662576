/// Effects in the order in which they follow, for the time between two events.
///
/// An array would do. But a loop empties it after each event, and an array gives its elements up one by one, or sees
/// whether there is room to give back; this only forgets how many there were.
package struct EffectList<Effect: BitwiseCopyable & Sendable>: RandomAccessCollection, Sendable {
    /// The effects, and behind them others that are forgotten.
    private var places: ContiguousArray<Effect> = []
    package private(set) var count = 0

    package init() {}

    @inline(__always)
    package var startIndex: Int { 0 }

    @inline(__always)
    package var endIndex: Int { count }

    @inline(__always)
    package var isEmpty: Bool { count == 0 }

    @inline(__always)
    package subscript(index: Int) -> Effect {
        get { places[index] }
        set { places[index] = newValue }
    }

    /// Adds an effect behind all others. Constant time on average.
    @inline(__always)
    package mutating func append(_ effect: Effect) {
        if count < places.count { places[count] = effect } else { grow(effect) }
        count += 1
    }

    @inline(never)
    private mutating func grow(_ effect: Effect) { places.append(effect) }

    /// Puts an effect before the one at `index`. O(n).
    mutating func insert(_ effect: Effect, at index: Int) {
        places.removeLast(places.count - count)
        places.insert(effect, at: index)
        count += 1
    }

    /// Forgets all effects. Constant time.
    @inline(__always)
    package mutating func removeAll() { count = 0 }
}
