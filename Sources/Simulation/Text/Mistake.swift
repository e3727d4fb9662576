/// The reason why words of a person cannot be read, in a clause without a full stop.
package struct Mistake: Error, Equatable {
    package let message: String
}
