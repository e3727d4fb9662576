/// A ratio of sums over clusters, each taken so many times, and how far each cluster pulls it.
struct ClusterRatio {
    private let top: [Double]
    private let bottom: [Double]
    private let length: Double
    let ratio: Double

    init(_ top: [Double], _ bottom: [Double], _ weights: [Double]) {
        var (sum, length) = (0.0, 0.0)
        for cluster in weights.indices where weights[cluster] > 0 {
            sum += top[cluster] * weights[cluster]
            length += bottom[cluster] * weights[cluster]
        }
        (self.top, self.bottom, self.length, ratio) = (top, bottom, length, sum / length)
    }

    /// How far a cluster pulls the ratio.
    private func pull(_ cluster: Int) -> Double { (top[cluster] - ratio * bottom[cluster]) / length }

    /// The variance of the difference from another ratio over the same clusters, from how far each of them pulls it,
    /// and how far the farthest does.
    func spread(
        from other: ClusterRatio, _ weights: [Double], _ clusters: Clusters
    ) -> (variance: Double, farthest: Double) {
        var (variance, farthest) = (0.0, 0.0)
        for stratum in clusters.strata where stratum.count > 1 {
            var (sum, squares) = (0.0, 0.0)
            for cluster in stratum where weights[cluster] > 0 {
                let part = pull(cluster) - other.pull(cluster)
                sum += weights[cluster] * part
                squares += weights[cluster] * part * part
                farthest = max(farthest, part.magnitude)
            }
            let count = Double(stratum.count)
            variance += max(0, squares - sum * sum / count) * count / (count - 1)
        }
        return (variance, farthest)
    }

    /// How far what nobody has seen may pull a difference: see `Resampled`. The greatest of the things that were drawn,
    /// a session or a trace, may wholly consist of it, whatever else was seen: then it pulls a share by `whole`, which
    /// is nil of a mean. Of that half of the square is enough.
    static func unseen(farthest: Double, whole: Double?) -> Double {
        guard let whole else { return (farthest * farthest / 2).squareRoot() }
        return max(farthest, whole)
    }
}
