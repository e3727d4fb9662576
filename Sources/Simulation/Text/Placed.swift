/// A value, and where it stands in its file: what is wrong with it is said there.
package struct Placed<Value: Sendable>: Sendable {
    package let value: Value
    package let place: Place

    package init(_ value: Value, at place: Place) {
        self.value = value
        self.place = place
    }
}
