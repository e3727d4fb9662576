/// Texts of JSON that stand one behind the other in one file, as far as they can be read.
package struct JSONSequence {
    package internal(set) var values: [JSONNode] = []
    /// Where that begins which cannot be read; nil where all is.
    package internal(set) var rest: (offset: Int, place: Place)?
    /// Why it cannot.
    package internal(set) var fault: JSONError?
    /// Nil where all characters are whole.
    package internal(set) var halves: HalfCharacters?

    init() {}
}
