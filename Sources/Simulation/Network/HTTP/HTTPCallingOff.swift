import SimulationContainers
import PlayerModel

/// An exchange that was called off before its server began to respond, and the use that it had made of its stream.
struct CalledOffExchange: Sendable {
    var exchange: HTTPExchange
    let use: UInt32

    func isOf(_ slot: Int, _ use: UInt32) -> Bool { exchange.id.slot == Int32(slot) && self.use == use }
}

// An exchange that is called off: its server goes on until it hears of that (RFC 9113, section 6.4; over HTTP/1.1 until
// the connection is closed: RFC 9112, section 9.5). It may even begin to respond meanwhile, and that comes in vain.
extension HTTPTransport {
    /// Tells the server of an exchange that it is no longer wanted.
    mutating func callOff(_ exchange: HTTPExchange, thenCloses: Bool, _ now: Int64) {
        let slot = exchange.id.slot
        if !calledOff.isEmpty { calledOff = ContiguousArray(calledOff.filter { isUnknownToServer($0) }) }
        if exchange.phase == .asked {
            calledOff.append(CalledOffExchange(exchange: exchange, use: transport.streams[Int(slot)].use))
        }
        transport.reset(exchange.connection, slot, bytes: Self.resetBytes, thenCloses: thenCloses, at: now)
    }

    /// Whether the server has not heard yet that an exchange was called off.
    private func isUnknownToServer(_ left: CalledOffExchange) -> Bool {
        transport.connections[Int(left.exchange.connection)].isServed(left.exchange.id.slot, left.use)
    }

    /// Handles a request that has come to the server: it thinks, and keeps back what is not there yet.
    mutating func heard(_ slot: Int, _ use: UInt32, _ now: Int64) {
        let due: Int64
        if transport.streams[slot].use == use {
            (exchanges[slot].fault, due) = plan(for: exchanges[slot], now)
        } else if let place = calledOff.firstIndex(where: { $0.isOf(slot, use) }) {
            (calledOff[place].exchange.fault, due) = plan(for: calledOff[place].exchange, now)
        } else {
            return
        }
        alarms.set(.respond(slot: Int32(slot), use: use), at: due)
    }

    /// When the server responds to a request that reaches it now, and what goes wrong with that.
    private func plan(for exchange: HTTPExchange, _ now: Int64) -> (fault: HTTPFault.Kind?, due: Int64) {
        let (slot, thought) = (Int(exchange.id.slot), now + settings.think.nanoseconds)
        if let fault = exchange.fault {
            let end = fault.insteadOfBody == nil ? exchange.end : exchange.next + 1
            let due = holds.answers(slot, exchange.next, wholly: true, upTo: end)
            return (fault, max(thought, due.nanoseconds))
        }
        if let refusal = holds.refusal(slot, exchange.next, reached: Instant(nanoseconds: now)) {
            return (.status(503), max(thought, refusal.nanoseconds))
        }
        let due = holds.answers(slot, exchange.next, wholly: false, upTo: exchange.end)
        return (nil, max(thought, due.nanoseconds))
    }

    /// Begins to respond to a request that was called off, where the server has not heard of that.
    mutating func respondInVain(_ slot: Int, _ use: UInt32, _ now: Int64) {
        guard let place = calledOff.firstIndex(where: { $0.isOf(slot, use) }) else { return }
        let left = calledOff.remove(at: place)
        let bytes = firstBytes(of: left.exchange, now)
        guard bytes > 0, isUnknownToServer(left) else { return }
        let header = settings.responseHeaderBytes
        transport.answerInVain(left.exchange.connection, Int32(slot), use, before: header, bytes: bytes, at: now)
    }

    /// The bytes of a response, with its header, that the server sends before it has reason to wait.
    private func firstBytes(of exchange: HTTPExchange, _ now: Int64) -> Int64 {
        let header = settings.responseHeaderBytes
        let whole = bytes(of: exchange, before: exchange.end) - exchange.kept
        guard let fault = exchange.fault else {
            return header + (holds.isEmpty ? whole : share(of: exchange, now)?.bytes ?? whole)
        }
        if fault == .silence(afterBytes: 0) { return 0 }
        let body = fault.insteadOfBody ?? min(fault.sent(of: whole), fault.portion ?? .max)
        return max(1, header + body)
    }
}
