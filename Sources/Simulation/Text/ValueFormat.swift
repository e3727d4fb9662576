import PlayerModel

/// The format of a value in a file: its shape, and what is made of a value of that shape. Both stand in one place, so
/// that whatever is accepted is also read.
package struct ValueFormat<Value: Sendable>: Sendable {
    package let shape: Shape
    /// Makes the value of a node that has the shape.
    package let read: @Sendable (JSONNode) -> Value?

    package init(_ shape: Shape, read: @escaping @Sendable (JSONNode) -> Value?) {
        self.shape = shape
        self.read = read
    }

    /// The same in the file, and something else made of it.
    package func map<Other: Sendable>(_ transform: @escaping @Sendable (Value) -> Other?) -> ValueFormat<Other> {
        let read = read
        return ValueFormat<Other>(shape) { read($0).flatMap(transform) }
    }

    /// The value with its place.
    package var placed: ValueFormat<Placed<Value>> {
        let read = read
        return ValueFormat<Placed<Value>>(shape) { node in read(node).map { Placed($0, at: node.place) } }
    }

    /// Any of several formats, told apart by their JSON types.
    package static func either(_ formats: ValueFormat...) -> ValueFormat {
        ValueFormat(.either(formats.map { $0.shape })) { node in
            formats.first { $0.shape.fits(node.value) }.flatMap { $0.read(node) }
        }
    }

    /// One of some words, each with what it stands for.
    package static func words(_ words: [(name: String, value: Value, about: String)]) -> ValueFormat {
        ValueFormat(.word(words.map { Shape.Word($0.name, $0.about) })) { node in
            words.first { $0.name == node.string }?.value
        }
    }

    package static func list<Element>(of element: ValueFormat<Element>, atLeast least: Int) -> ValueFormat
    where Value == [Element] {
        ValueFormat(.list(of: element.shape, atLeast: least)) { $0.elements.compactMap(element.read) }
    }

    package static func object(_ format: ObjectFormat<Value>) -> ValueFormat {
        ValueFormat(.object(format.shape)) { format.read($0) }
    }

    package static func object(
        _ name: String, _ about: String, from start: @autoclosure @escaping @Sendable () -> Value,
        refusing refused: [Shape.Word] = [], @KeyList<Value> _ keys: () -> [KeyFormat<Value>]
    ) -> ValueFormat {
        object(ObjectFormat(name, about, from: start(), refusing: refused, keys))
    }
}

extension ValueFormat where Value == String {
    package static var text: ValueFormat { ValueFormat(.text) { $0.string } }
}

extension ValueFormat where Value == ExactText {
    /// A text that is compared with others.
    package static var name: ValueFormat { ValueFormat(.text) { $0.string.map { ExactText($0) } } }
}

extension ValueFormat where Value == Bool {
    package static var flag: ValueFormat { ValueFormat(.flag) { $0.flag } }
}

extension ValueFormat where Value == Int64 {
    /// A number in base units.
    package static func number(_ unit: Unit, _ range: ClosedRange<Int64>) -> ValueFormat {
        ValueFormat(.number(unit, range)) { $0.number(unit) }
    }

    package static func count(_ range: ClosedRange<Int64>) -> ValueFormat { number(.count, range) }
    package static func bytes(_ range: ClosedRange<Int64>) -> ValueFormat { number(.bytes, range) }
    package static func ratio(_ range: ClosedRange<Int64>) -> ValueFormat { number(.ratio, range) }
}

extension ValueFormat where Value == TimeAmount {
    /// Seconds; the bounds are nanoseconds.
    package static func time(from least: Int64, upTo most: Int64 = TimeLimit.longest) -> ValueFormat {
        ValueFormat<Int64>.number(.seconds, least...most).map { TimeAmount(nanoseconds: $0) }
    }

    /// Milliseconds, up to ten minutes.
    package static var milliseconds: ValueFormat {
        ValueFormat<Int64>.number(.milliseconds, 0...600_000_000_000).map { TimeAmount(nanoseconds: $0) }
    }
}

extension ValueFormat where Value == MediaTime {
    /// Seconds; the bounds are nanoseconds.
    package static func mediaTime(from least: Int64) -> ValueFormat {
        ValueFormat<Int64>.number(.seconds, least...TimeLimit.longest).map { MediaTime(nanoseconds: $0) }
    }
}

extension ValueFormat where Value == Rate {
    /// A rate of playback; the bounds are thousandths.
    package static func rate(from least: Int64) -> ValueFormat {
        ValueFormat<Int64>.number(.rate, least...PossibleValues.rates.upperBound).map { Rate(thousandths: Int32($0)) }
    }
}
