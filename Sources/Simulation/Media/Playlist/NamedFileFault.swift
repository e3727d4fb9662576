/// A reason why a file that a playlist names is not what it is named for, in words that go on after its name.
package struct NamedFileFault: Error, Equatable, Sendable {
    package let words: String

    init(_ words: String) { self.words = words }

    /// The JSON that such a file is to be.
    static func root(of text: [UInt8]) throws(NamedFileFault) -> JSONNode {
        do throws(JSONError) {
            return try JSONReader.read(text, source: 0).root
        } catch {
            throw NamedFileFault("is no JSON: line \(error.place.line): \(error.message)")
        }
    }
}
