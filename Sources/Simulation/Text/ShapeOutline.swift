import PlayerModel

/// All shapes in one, in the order in which a schema has them, with which of them are written alike.
///
/// Each is written out in full once, within the one that it stands in: what it comes to by itself is a part of that.
struct ShapeOutline {
    struct Entry {
        let shape: Shape
        /// The name of an object, or else of the member that it stands behind.
        let name: String
        /// Whether it says what a name may be, and is no shape of its own.
        let isPartOfName: Bool
        /// How many entries it has, itself included.
        fileprivate(set) var size = 1
        /// Equal numbers are equal texts, written out in full.
        fileprivate(set) var text = 0
        /// How many bytes that has.
        fileprivate(set) var length = 0
        /// Where its text stands, but for its description.
        fileprivate var range = 0..<0
    }

    private(set) var entries: [Entry] = []
    private var texts: [[UInt8]: Int] = [:]

    /// Notes a shape whose text is about to be written. Returns its place.
    mutating func begin(_ shape: Shape, name: String, isPartOfName: Bool) -> Int {
        let own = if case .object(let object) = shape { object.name } else { name }
        entries.append(Entry(shape: shape, name: own, isPartOfName: isPartOfName))
        return entries.count - 1
    }

    /// Notes what was written of it from a byte of a text on, but for its description and what it usually is.
    mutating func end(_ place: Int, _ text: ArraySlice<UInt8>) {
        var key = key(of: place, text)
        var length = text.count + 2 - (text.first == UInt8(ascii: ",") ? 1 : 0)
        if case .object(let object) = entries[place].shape, !object.about.isEmpty {
            var writer = JSONWriter(indented: false)
            writer.beginObject()
            writer.member("description", object.about)
            length += writer.count - (text.isEmpty ? 1 : 0)
            key.append(0)
            key += object.about.utf8
        }
        entries[place].size = entries.count - place
        entries[place].range = text.indices
        entries[place].length = length
        entries[place].text = texts[key] ?? texts.count
        texts[key] = entries[place].text
    }

    /// A key that tells a text from others: in it the number of its text stands for each shape, so that no byte is
    /// looked at once for each shape around it.
    private func key(of place: Int, _ text: ArraySlice<UInt8>) -> [UInt8] {
        var key: [UInt8] = []
        var (child, start) = (place + 1, text.startIndex + (text.first == UInt8(ascii: ",") ? 1 : 0))
        while child < entries.count {
            key += text[start..<entries[child].range.lowerBound]
            key.append(0)
            key += String(entries[child].text).utf8
            key.append(0)
            start = entries[child].range.upperBound
            child += entries[child].size
        }
        return key + text[start...]
    }
}
