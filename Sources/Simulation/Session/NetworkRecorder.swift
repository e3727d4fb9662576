import PlayerModel

/// Writes down what the network offers, wherever that is another than before.
struct NetworkRecorder: Sendable {
    /// The offer as last written down.
    private var last: NetworkValues?

    mutating func record(_ values: NetworkValues, at now: Instant, in trace: inout Trace) {
        if values.down != last?.down || values.up != last?.up || last == nil {
            trace.add(.capacity(down: values.down ?? -1, up: values.up ?? -1), at: now)
        }
        if values.delayDown != last?.delayDown || values.delayUp != last?.delayUp {
            trace.add(.delay(down: values.delayDown.nanoseconds, up: values.delayUp.nanoseconds), at: now)
        }
        if values.lossDown != last?.lossDown ?? 0 || values.lossUp != last?.lossUp ?? 0 {
            trace.add(.loss(down: values.lossDown, up: values.lossUp), at: now)
        }
        if values.dnsDelay != last?.dnsDelay ?? .zero {
            trace.add(.dnsDelay(values.dnsDelay.nanoseconds), at: now)
        }
        last = values
    }
}
