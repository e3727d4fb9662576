import Simulation

/// The engine as a page has it: bytes in, bytes out.
///
///     page ──▶ worker ──allocate, write──▶ autowait_reply ──▶ Workbench ──▶ PlayerModel, Simulation
///                 ◀── four bytes of length, then JSON ◀───────────┘
///
/// A request and its reply are one JSON object each. The page frees what it has allocated and what it was given, so
/// that memory is flat however often it asks.
nonisolated(unsafe) private var workbench = Workbench()

/// Answers a request. The reply begins with its length, in four bytes from the lowest on; the page frees it.
@_cdecl("autowait_reply")
public func reply(_ bytes: UnsafePointer<UInt8>, _ count: Int32) -> UnsafeMutablePointer<UInt8> {
    let request = Array(UnsafeBufferPointer(start: bytes, count: Int(count)))
    var answer = workbench.reply(to: request)
    return answer.withUTF8 { (text: UnsafeBufferPointer<UInt8>) -> UnsafeMutablePointer<UInt8> in
        let result = UnsafeMutablePointer<UInt8>.allocate(capacity: text.count + 4)
        let length = UInt32(text.count)
        for place in 0..<4 { result[place] = UInt8(truncatingIfNeeded: length >> UInt32(8 * place)) }
        // Byte by byte it took an eighth of the time in which a drawing is made.
        if let first = text.baseAddress { (result + 4).initialize(from: first, count: text.count) }
        return result
    }
}
