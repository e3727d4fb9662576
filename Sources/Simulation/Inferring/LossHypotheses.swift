import PlayerModel

/// How much a network may have lost at random, as far as a log tells it: by how many of its first bytes came as late
/// as if a request had been lost, or the first packet of an answer. Most packets that are lost leave no such sign, so
/// that little is known of them: some of the networks lose none, and others some.
struct LossHypotheses: Sendable {
    /// The shares of packets that are tried, in millionths; the first is none.
    static let levels: [Int64] = [0, 1_000, 3_000, 9_000, 27_000]
    /// Seven of ten networks lose none at random, because links send again what they lose, and much loss is rarer than
    /// little: ours.
    private static let prior = [0.7, 0.1, 0.1, 0.07, 0.03]
    /// The share of first bytes that come so late for another reason.
    private static let accident = 0.0003
    /// Of those that come late by any time, the share that comes as late as if a request had been lost, by chance: of
    /// 300 sessions over links that lose nothing at random, whose capacity changes while a first byte is awaited, 106
    /// first bytes did, and 852 were late by other times.
    private static let chance = 0.125
    /// Of first packets that are lost, the share that `LateFirstBytes` finds: 129 of 185 in 400 sessions.
    private static let seen = 0.7

    /// How likely the levels are beside each other; all of it is 1.
    let weights: [Double]

    init(_ log: InferenceLog, _ transport: Transport) {
        guard transport.kind.losesPackets else {
            weights = Self.levels.map { $0 == 0 ? 1 : 0 }
            return
        }
        let late = log.late
        // Where first bytes are late by any time, as those of a server that thinks, some are by just that.
        let accident = Self.accident + Self.chance * Double(late.others) / Double(max(1, late.answers))
        let products = Self.levels.indices.map { index in
            let level = Double(Self.levels[index]) / 1_000_000
            var product = ScaledProduct(Self.prior[index])
            func count(_ count: Int, of all: Int, _ share: Double) {
                for place in 0..<all { product.multiply(by: place < count ? share : 1 - share) }
            }
            count(late.repeated, of: late.answers, level + accident)
            count(late.overtaken, of: late.comparable, Self.seen * level + Self.accident)
            return product
        }
        let likelihoods = ScaledProduct.weights(products)
        let sum = likelihoods.reduce(0, +)
        weights = likelihoods.map { $0 / sum }
    }

    /// The mean of those that lose some, in millionths; nil where hardly any does.
    var usual: Int64? {
        let some = 1 - weights[0]
        guard some > 0.01 else { return nil }
        return Int64(zip(weights, Self.levels).reduce(0) { $0 + $1.0 * Double($1.1) } / some)
    }

    /// The loss of a network: a level, and a place about it.
    func draw(_ stream: inout RandomStream) -> Int64 {
        let level = Self.levels[PathSampler.draw(weights, &stream)]
        return level * Int64(600 + stream.below(1_100)) / 1_000
    }
}
