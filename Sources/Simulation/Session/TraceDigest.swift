import PlayerModel

extension Trace.Entry {
    /// Mixes what could be observed of the entry into a digest, to the nanosecond; the words for it are left out.
    ///
    /// Popped events are left out: a digest is the same whether they were traced or not.
    func mix(into digest: inout Digest) {
        if case .event = record { return }
        // It follows from what else is written down, and says how a wait was made up, not that anything happened.
        if case .answered = record { return }
        digest.mix(at.nanoseconds)
        if player > 0 { digest.mix(14, Int64(player)) }
        switch record {
        case .action(let index): digest.mix(1, Int64(index))
        case .capacity(let down, let up): digest.mix(2, down, up)
        case .delay(let down, let up): digest.mix(3, down, up)
        case .requested(let request): digest.mix(4, Int64(request.firstChunk), Int64(request.endChunk))
        case .allowed(let request): digest.mix(5, Int64(request.firstChunk), Int64(request.endChunk))
        case .cancelled(let id): digest.mix(6, Int64(id.slot), Int64(id.attempt))
        case .wasted(let bytes, let track): digest.mix(7, bytes, Int64(track))
        case .loaded(let bytes, let busy, let chunk, let track):
            digest.mix(8, bytes, busy, Int64(chunk), Int64(track))
        case .item(let id, _, _): digest.mix(9, Int64(id) + 1)
        case .loads(let item, let variant): digest.mix(18, Int64(item), Int64(variant))
        case .dropped(let asset, let track): digest.mix(19, Int64(asset), Int64(track))
        case .announced(let announcement): mix(announcement, into: &digest)
        case .loss(let down, let up): digest.mix(10, down, up)
        case .dnsDelay(let delay): digest.mix(11, delay)
        case .traffic(let source, let isActive): digest.mix(15, Int64(source), isActive ? 1 : 0)
        case .network(let note): mix(note, into: &digest)
        case .fetched(let bytes, let slot): digest.mix(13, bytes, Int64(slot))
        case .switches(let from, let to, _): digest.mix(16, Int64(from), Int64(to))
        case .switched(let from, let to): digest.mix(17, Int64(from), Int64(to))
        case .answered, .event: break
        }
    }

    private func mix(_ note: NetworkNote, into digest: inout Digest) {
        switch note {
        case .lookedUp(let host): digest.mix(12, 1, Int64(host))
        case .connected(let host): digest.mix(12, 2, Int64(host))
        case .secured(let host): digest.mix(12, 3, Int64(host))
        case .retries(let slot, _): digest.mix(12, 4, Int64(slot))
        case .gaveUp(let slot, _): digest.mix(12, 5, Int64(slot))
        }
    }

    private func mix(_ announcement: Announcement, into digest: inout Digest) {
        switch announcement {
        case .status(let status, let reason, let rate, _):
            digest.mix(20, Int64(status.rawValue), reason.map { Int64($0.rawValue) } ?? -1, Int64(rate.thousandths))
        case .timebase(let rate, let place): digest.mix(21, Int64(rate.thousandths), place.nanoseconds)
        case .likelyToKeepUp(let value, _): digest.mix(22, value ? 1 : 0)
        case .bufferFull(let value): digest.mix(23, value ? 1 : 0)
        case .bufferEmpty(let value): digest.mix(24, value ? 1 : 0)
        case .playbackStalled: digest.mix(25 as Int64)
        case .didPlayToEndTime: digest.mix(26 as Int64)
        case .timeJumped(let place): digest.mix(27, place.nanoseconds)
        case .seekFinished(let value): digest.mix(28, value ? 1 : 0)
        case .pipelines(let hasVideo, let until): digest.mix(32, hasVideo ? 1 : 0, until.nanoseconds)
        case .exception(let exception): digest.mix(29, Int64(exception.rawValue))
        case .itemFailed(let failure): mix(30, failure, into: &digest)
        case .failedToPlayToEndTime(let failure): mix(31, failure, into: &digest)
        }
    }

    private func mix(_ number: Int64, _ failure: LoadFailure, into digest: inout Digest) {
        switch failure {
        case .timedOut: digest.mix(number, 1)
        case .connectionLost: digest.mix(number, 2)
        case .badStatus(let status): digest.mix(number, 4, Int64(status))
        }
    }
}

extension Digest {
    fileprivate mutating func mix(_ first: Int64, _ numbers: Int64...) {
        mix(UInt64(bitPattern: first))
        for number in numbers { mix(UInt64(bitPattern: number)) }
    }
}
