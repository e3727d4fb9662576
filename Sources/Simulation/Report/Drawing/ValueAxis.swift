import PlayerModel

/// An axis of quantities from one round number to another, of which either may be below zero.
struct ValueAxis: Equatable, Sendable {
    let low: Int64
    let high: Int64
    let unit: Unit
    /// The unit in words.
    private let symbol: String
    private let step: Int64

    /// A quantity beyond this is none that is drawn to scale.
    static let most: Int64 = 1_000_000_000_000_000_000

    /// An axis that holds these values, in so many steps at most; where they are all the same, a whole unit of it.
    /// `symbol` is the unit in words, where they are others than its own.
    init(holding values: [Int64], _ unit: Unit, in symbol: String? = nil, parts: Int64 = 6) {
        let inside = values.filter { $0.magnitude <= Self.most.magnitude }
        let (least, most) = (inside.min() ?? 0, inside.max() ?? 0)
        let step = most > least ? Axis.step(most - least, parts: parts) : Self.whole(unit)
        self.unit = unit
        self.symbol = symbol ?? unit.symbol
        self.step = step
        low = Self.below(least, step)
        let top = -Self.below(-most, step)
        high = top > low ? top : low + step
    }

    private static func whole(_ unit: Unit) -> Int64 { (0..<unit.decimalPlaces).reduce(1) { whole, _ in whole * 10 } }

    private static func below(_ value: Int64, _ step: Int64) -> Int64 {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: step)
        return (remainder < 0 ? quotient - 1 : quotient) * step
    }

    /// The part of `whole` at which a value stands; one beyond an end is at that end.
    func part(_ value: Int64, of whole: Int64) -> Int64 {
        proportion(min(max(low, value), high) - low, whole, over: high - low, .down)
    }

    struct Tick {
        let value: Int64
        let words: String
        /// Whether a narrow page has no room for it.
        let isMinor: Bool
    }

    var ticks: [Tick] {
        (0...(high - low) / step).map { number in
            let value = low + number * step
            let words = NumberText.exact(value, places: unit.decimalPlaces)
            let isMinor = value / step % 2 != 0
            return Tick(value: value, words: value == 0 ? "\(words) \(symbol)" : words, isMinor: isMinor)
        }
    }
}

extension Canvas {
    /// The words of a tick below an axis.
    struct TickWords {
        let tick: ValueAxis.Tick
        let words: String
        let place: Axis.Place
        let anchor: Anchor

        init(_ tick: ValueAxis.Tick, _ words: String, at place: Axis.Place, _ anchor: Anchor) {
            (self.tick, self.words, self.place, self.anchor) = (tick, words, place, anchor)
        }

        /// Its own words, of which those at an end of the page stand on it.
        init(_ tick: ValueAxis.Tick, at place: Axis.Place) {
            self.init(tick, tick.words, at: place, place < 300 ? .start : place > 9_700 ? .end : .middle)
        }

        /// Those of the zero stand everywhere, and those of minor ticks where there is room between the others.
        fileprivate var rank: Int { tick.value == 0 ? 0 : tick.isMinor ? 2 : 1 }

        /// With the room of half a letter at both sides.
        fileprivate func box(on page: Page) -> LabelBox {
            let (middle, width) = (page.pixels(place), Canvas.width(of: words))
            let left =
                switch anchor {
                case .start: middle
                case .middle: middle - width / 2
                case .end: middle - width
                }
            return LabelBox(left: left - 3, right: left + width + 3, top: 0, bottom: 1)
        }
    }

    /// The pages on which the words of each tick stand: where they would lie over those of others there are fewer.
    func pages(of words: [TickWords]) -> [[Page]] {
        var all = words.map { _ in [Page]() }
        let order = words.indices.sorted { (words[$0].rank, $0) < (words[$1].rank, $1) }
        for page in pages {
            var boxes: [LabelBox] = []
            for index in order where pages(isMinor: words[index].tick.isMinor).contains(page) {
                let box = words[index].box(on: page)
                if boxes.contains(where: { $0.overlaps(box) }) { continue }
                boxes.append(box)
                all[index].append(page)
            }
        }
        return all
    }

    /// Draws ticks below an axis, with the words for which there is room.
    mutating func draw(_ ticks: [ValueAxis.Tick], at place: (Int64) -> Axis.Place, below bottom: Int64) {
        let words = ticks.map { TickWords($0, at: place($0.value)) }
        for (word, own) in zip(words, pages(of: words)) {
            upright(at: word.place, from: bottom, to: bottom + 4, "axis")
            draw(word, on: own, y: bottom + 17)
        }
    }

    mutating func draw(_ words: TickWords, on own: [Page], y: Int64) {
        if !own.isEmpty { text(words.words, at: words.place, y: y, "tick" + classes(own), words.anchor) }
    }
}
