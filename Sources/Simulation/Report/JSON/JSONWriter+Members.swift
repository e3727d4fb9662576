import PlayerModel

/// Members of an object with their values, as reports write them.
extension JSONWriter {
    mutating func member(_ name: String, _ value: String) {
        key(name)
        string(value)
    }

    mutating func member(_ name: String, _ value: Int64) {
        key(name)
        integer(value)
    }

    mutating func member(_ name: String, _ value: Int64, _ unit: Unit) {
        key(name)
        decimal(value, places: unit.decimalPlaces)
    }

    mutating func member(_ name: String, _ value: Bool) {
        key(name)
        bool(value)
    }
}
