/// The space of words or figures on a page, in CSS pixels: a label is where it covers nothing.
struct LabelBox {
    let left: Int64
    let right: Int64
    let top: Int64
    let bottom: Int64

    init(left: Int64, right: Int64, top: Int64, bottom: Int64) {
        (self.left, self.right, self.top, self.bottom) = (left, right, top, bottom)
    }

    init(aroundX x: Int64, y: Int64, reach: Int64) {
        self.init(left: x - reach, right: x + reach, top: y - reach, bottom: y + reach)
    }

    func overlaps(_ other: LabelBox) -> Bool {
        left < other.right && other.left < right && top < other.bottom && other.top < bottom
    }
}
