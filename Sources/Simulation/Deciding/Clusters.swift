/// The sessions of a sample, in the groups that are resampled as a whole.
///
/// Sessions over one trace are alike, so that fifty of them prove something about that trace and little about the next
/// one: they are one cluster, and the traces together are a stratum. A network that is no trace is not one of many: it
/// is a stratum of its own, and its sessions, which differ by their seeds, are the clusters in it.
///
///     stratum ─ all traces          cluster ─ a trace     session ─ a seed, a medium …
///     stratum ─ "Edge"              cluster ─ a session
package struct Clusters: Sendable {
    /// By session, its cluster.
    package let ofSession: [Int]
    /// By stratum, its clusters.
    package let strata: [Range<Int>]

    /// More clusters than this are put together by twos, threes, and so on: the mean of many is as good to resample,
    /// and a million sessions take no longer than a thousand.
    private static let most = 1000

    /// Groups sessions by their stratum, and in it by their cluster: both are numbers that mean nothing else.
    package init(_ sessions: [(stratum: Int, cluster: Int)]) {
        let order = sessions.indices.sorted { left, right in
            let (one, other) = (sessions[left], sessions[right])
            if one.stratum != other.stratum { return one.stratum < other.stratum }
            return one.cluster == other.cluster ? left < right : one.cluster < other.cluster
        }
        var ofSession = Array(repeating: 0, count: sessions.count)
        var strata: [Range<Int>] = []
        var rest = order[...]
        while let first = rest.first {
            let own = rest.prefix { sessions[$0].stratum == sessions[first].stratum }
            rest = rest.dropFirst(own.count)
            var (number, last) = (-1, -1)
            for session in own {
                if number < 0 || sessions[session].cluster != last { number += 1 }
                last = sessions[session].cluster
                ofSession[session] = number
            }
            let start = strata.last?.upperBound ?? 0
            let count = min(number + 1, Self.most)
            for session in own { ofSession[session] = start + ofSession[session] % count }
            strata.append(start..<start + count)
        }
        self.ofSession = ofSession
        self.strata = strata
    }

    package var count: Int { strata.last?.upperBound ?? 0 }

    /// The sums over the sessions of each cluster.
    func sums(_ values: [Double]) -> [Double] {
        var sums = Array(repeating: 0.0, count: count)
        for (session, value) in values.enumerated() { sums[ofSession[session]] += value }
        return sums
    }

    /// How often each cluster is drawn in a resample: in each stratum as many as it has, each equally likely, with
    /// replacement. The draws depend on the seed and the number of the resample alone.
    func draw(_ resample: Int, seed: UInt64, into weights: inout [Double]) {
        var stream = RandomStream(seed: seed, name: "resample", index: UInt64(resample))
        for cluster in weights.indices { weights[cluster] = 0 }
        for stratum in strata {
            for _ in stratum { weights[stratum.lowerBound + Int(stream.below(UInt64(stratum.count)))] += 1 }
        }
    }
}
