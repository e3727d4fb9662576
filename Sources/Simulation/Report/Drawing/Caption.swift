/// The words above a plot: a title, and the keys of its lines.
struct Caption: Equatable {
    struct Key: Equatable {
        let words: String
        let name: String
        /// The value of a line that never changes.
        var value = ""
    }

    let title: String
    let keys: [Key]

    private static let distance: Int64 = 10
    /// The width of a letter of a title, which is bold, in CSS pixels.
    private static let boldLetter: Int64 = 7

    /// The approximate width in CSS pixels.
    private var width: Int64 {
        keys.reduce(Int64(title.unicodeScalars.count) * Self.boldLetter) {
            $0 + Self.distance + Canvas.width(of: $1.value.isEmpty ? $1.words : "\($1.words) \($1.value)")
        }
    }

    /// Draws a caption: on each page the first that leaves room for the words at the right end, else the last.
    static func draw(_ choices: [Caption], beside words: String, y: Int64, on canvas: inout Canvas) {
        let groups = canvas.grouped { page in
            let room = page.width - Canvas.width(of: words) - distance
            return choices.first { $0.width <= room } ?? choices.last
        }
        for (caption, pages) in groups { caption.draw(y, canvas.classes(pages), &canvas) }
    }

    private func draw(_ y: Int64, _ classes: String, _ canvas: inout Canvas) {
        canvas.writer.begin("text", ("x", "0"), ("y", String(y)), ("class", "caption" + classes))
        canvas.writer.write(title)
        for key in keys {
            canvas.writer.begin("tspan", ("dx", String(Self.distance)), ("class", "key \(key.name)"))
            canvas.writer.write(key.words)
            if !key.value.isEmpty { canvas.writer.element("tspan", ("class", "value"), words: " " + key.value) }
            canvas.writer.end()
        }
        canvas.writer.end()
    }
}
