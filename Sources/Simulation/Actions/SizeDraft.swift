import PlayerModel

/// A width and a height as a file has them: of pictures, of what they may have at most, or of a layer.
package struct SizeDraft: Sendable {
    package var width: Placed<Int64>?
    package var height: Placed<Int64>?
    package var contentsScale: Placed<Int64>?
    package var attachment: PlayerLayer.Attachment?

    package static func sides(_ about: String, areRequired: Bool = false) -> [KeyFormat<SizeDraft>] {
        KeyList.list {
            Key("width", about).holds(placed: .count(1...100_000), isRequired: areRequired) { $0.width = $1 }
            Key("height", about).holds(placed: .count(1...100_000), isRequired: areRequired) { $0.height = $1 }
        }
    }

    package static let scale: KeyFormat<SizeDraft> = Key("contents_scale", "Pixels to a point.", usually: .number(1))
        .holds(placed: .ratio(1...10_000_000)) { $0.contentsScale = $1 }

    package var dimensions: Dimensions? {
        guard let width, let height else { return nil }
        return Dimensions(width: width.value, height: height.value)
    }

    package var layer: PlayerLayer? {
        guard let dimensions else { return nil }
        var layer = PlayerLayer(size: dimensions)
        if let contentsScale { layer.contentsScale = contentsScale.value }
        if let attachment { layer.attachment = attachment }
        return layer
    }

    /// The side that is there without the other.
    package var loneSide: Placed<Int64>? { dimensions == nil ? width ?? height : nil }

    package static let problem = "'width' and 'height' come together"
}
