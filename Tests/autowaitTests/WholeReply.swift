@testable import autowait

extension Reply {
    /// The same reply with all its pages made.
    var whole: Reply {
        var reply = self
        let text = output
        reply.pages = text.isEmpty ? [] : [{ text }]
        reply.end()
        return reply
    }
}
