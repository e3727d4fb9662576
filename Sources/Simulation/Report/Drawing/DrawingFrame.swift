import PlayerModel

/// The frame of a drawing, whatever it shows: in a page, or as a file of its own.
extension Canvas {
    /// The margin of a drawing that stands alone, in CSS pixels.
    private static let margin: Int64 = 28
    private static let width = Page.wide.width + 2 * margin
    /// The height of a line of words.
    static let lineHeight: Int64 = 17
    private static let titleHeight: Int64 = 22
    /// How large letters are, in CSS pixels.
    private static let (wordSize, titleSize): (Int64, Int64) = (13, 20)

    /// A drawing in a page. Its name is an attribute: browsers show the words of a title wherever the pointer is.
    static func inPage(
        _ title: String, _ description: String, height: Int64, axis: Axis? = nil, role: String = "img",
        pages: [Page] = [.narrow, .medium, .wide], _ draw: (inout Canvas) -> Void
    ) -> String {
        var canvas = Canvas(for: pages)
        var attributes = [
            ("xmlns", "http://www.w3.org/2000/svg"), ("class", "drawing"), ("role", role), ("aria-label", title),
            ("width", "100%"), ("height", String(height)),
        ]
        if let axis {
            attributes.append(("data-start", NumberText.exact(axis.start.nanoseconds, places: 9)))
            attributes.append(("data-end", NumberText.exact(axis.end.nanoseconds, places: 9)))
        }
        canvas.writer.begin("svg", attributes)
        canvas.writer.element("desc", words: description)
        canvas.writer.add("\n")
        draw(&canvas)
        canvas.writer.end()
        return canvas.writer.text
    }

    /// A drawing of anything as a file of its own: `draw` is told from which height on, and moves it on.
    static func file(
        named name: String, about: String, style: String, _ draw: (inout Int64, inout Canvas) -> Void
    ) -> String {
        var canvas = Canvas(for: [.wide])
        var y: Int64 = 18
        for line in lines(name, size: titleSize) {
            canvas.text(line, at: 0, y: y, "title")
            y += titleHeight
        }
        for line in lines(about.onOneLine) {
            canvas.text(line, at: 0, y: y, "about")
            y += lineHeight
        }
        y += 12
        draw(&y, &canvas)
        let height = y + 2 * margin
        var writer = XMLWriter()
        writer.begin(
            "svg", ("xmlns", "http://www.w3.org/2000/svg"), ("class", "drawing alone"), ("role", "img"),
            ("width", String(width)), ("height", String(height)), ("viewBox", "0 0 \(width) \(height)"))
        writer.element("title", words: name)
        writer.element("desc", words: about)
        // A style sheet has neither `<` nor `&`: it needs no references, and HTML would not read any.
        writer.begin("style")
        writer.add(style)
        writer.end()
        writer.empty("rect", ("width", "100%"), ("height", "100%"), ("class", "paper"))
        writer.begin(
            "svg", ("x", String(margin)), ("y", String(margin)), ("width", String(Page.wide.width)),
            ("height", String(y)), ("class", "inner"))
        writer.add(canvas.writer.text)
        writer.end()
        writer.end()
        return writer.text
    }

    /// The lines of words whose letters are of a size, none of which is wider than a drawing.
    static func lines(_ words: String, size: Int64 = wordSize) -> [String] {
        LetterWidth.lines(words, room: Page.wide.width * 100 / size)
    }
}
