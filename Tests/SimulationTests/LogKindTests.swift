import Testing

@testable import Simulation

@Suite struct LogKinds {
    @Test(
        arguments: [
            (#"{"t":0,"call":"play"}"#, "device"), (#"{"t":0}"#, "device"),
            (#"{"t":1790000000,"sid":"a","br":3200}"#, nil),
            ("{\"t\":0,\"note\":\"begun\"}\n{\"t\":1,\"call\":\"play\"}", "device"),
            (#"{"format":"autowait device log"}"#, "device"),
            ("{\"player\":\"AVPlayer\",\"linkedOn\":\"iOS 17.4\"}\n{\"t\":0,\"call\":\"play\"}\n", "device"),
            ("\r\n{\"automaticallyWaitsToMinimizeStalling\":false}\r\n\r\n{\"t\":0}\r\n", "device"),
            (#"{"format":"autowait log","version":1}"#, "run"),
            (#"{"player":"exoplayer","media":{"kind":"local"}}"#, "scenario"),
            ("{\"player\":\"exoplayer\",\"media\":{\"kind\":\"local\"}}\n\n", "scenario"),
            ("{\"player\":\"exoplayer\",\n \"media\":{\"kind\":\"local\"}}\n", "scenario"),
            // Lines of other programs before it: text, times in brackets, and entries that say nothing of a player.
            ("app started\n\n[12:00:01] ready\n{\"t\":0,\"call\":\"play\"}\n", "device"),
            ("{\"t\":0,\"note\":1}\n{\"t\":1,\"note\":2}\n{\"t\":1,\"call\":\"play\"}", "device"),
            ("app started\nready\n{\"player\":\"AVPlayer\"}\n{\"t\":0,\"note\":\"begun\"}\n", "device"),
            (String(repeating: "app\n", count: 1001) + #"{"t":0,"call":"play"}"#, nil),
            ("app started\nready\n", nil), ("app started\n{\"sid\":\"a\"}\n{\"t\":0,\"call\":\"play\"}\n", nil),
            // Neither a header nor an entry without the other is a log.
            ("{\"player\":\"AVPlayer\"}\n", nil), ("{\"player\":\"AVPlayer\"}\n{\"network\":\"3G\"}\n", nil),
            ("{\"app\":\"mine\"}\n{\"t\":0}\n", nil), ("", nil), ("\n", nil),
        ] as [(String, String?)])
    func `the kind of a log is told by its first lines`(text: String, kind: String?) {
        #expect(LogKind(Array(text.utf8)).map { "\($0)" } == kind)
    }
}
