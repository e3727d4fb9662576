/// The sessions of a sample, in the groups that are resampled as a whole.
///
/// Sessions over one trace are alike, so that fifty of them prove something about that trace and little about the next
/// one: they are one cluster, and the traces together are a stratum. A network that is no trace is not one of many: it
/// is a stratum of its own, and its sessions, which differ by their seeds, are the clusters in it.
///
///     stratum ─ all traces          cluster ─ a trace     session ─ a seed, a medium …
///     stratum ─ "Edge"              cluster ─ a session
package struct Clusters: Sendable {
    /// By stratum, its clusters.
    package let strata: [Range<Int>]

    /// The name of a cluster: numbers that mean nothing but that.
    struct Key: Hashable, Comparable, Sendable {
        let stratum: Int
        let number: Int

        static func < (left: Key, right: Key) -> Bool {
            (left.stratum, left.number) < (right.stratum, right.number)
        }
    }

    package init(strata: [Range<Int>]) { self.strata = strata }

    /// The clusters of these names, which are sorted.
    init(_ keys: [Key]) {
        var strata: [Range<Int>] = []
        for (place, key) in keys.enumerated() {
            if place > 0, keys[place - 1].stratum == key.stratum {
                strata[strata.count - 1] = strata[strata.count - 1].lowerBound..<place + 1
            } else {
                strata.append(place..<place + 1)
            }
        }
        self.strata = strata
    }

    package var count: Int { strata.last?.upperBound ?? 0 }

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
