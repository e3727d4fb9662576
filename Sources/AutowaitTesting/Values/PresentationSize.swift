internal import PlayerModel

/// A width and a height, with the shape of `CGSize`.
public struct PresentationSize: Hashable, Sendable {
    /// From side to side.
    public var width: Double
    /// From top to bottom.
    public var height: Double

    /// A size by its sides.
    public init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// `CGSize.zero`: as a limit, none.
    public static let zero = PresentationSize(width: 0, height: 0)
}

extension PresentationSize {
    init(_ dimensions: Dimensions?) {
        self.init(width: Double(dimensions?.width ?? 0), height: Double(dimensions?.height ?? 0))
    }

    /// The size in whole pixels; nil where a side is none.
    var dimensions: Dimensions? {
        let (width, height) = (nearestInteger(width), nearestInteger(height))
        return width > 0 && height > 0 ? Dimensions(width: width, height: height) : nil
    }
}
