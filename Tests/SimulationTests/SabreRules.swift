import Foundation

/// The rules of the simulator Sabre, stated from a description of them and not from their source, in the units of
/// `SabreStatement`.
struct SabreRules {
    enum Rule: String, CaseIterable {
        case throughput, bola, bolae, dynamic, dynamicdash
    }

    struct Options {
        /// `-gp`, `-noibr`, `-ao`, `-ab`.
        var gamma = 5.0
        var hasBufferRule = true
        var waits = false
        var isBasic = false
    }

    struct Progress {
        var bits: Double
        var size: Double
        var time: Double
        var latency: Double
        var level: Double
    }

    struct Metrics {
        var bits: Double
        var time: Double
        var latency: Double
        var abandonedTo: Int?
    }

    private let rule: Rule
    private let options: Options
    private let bitRates: [Double]
    private let segment: Double
    private let segments: Int
    private let cap: Double
    private let means: SabreStatement.Means
    private var samples: [(throughput: Double, latency: Double, time: Double)] = []

    private var isByBuffer = false
    private var safe = 0.9
    // BOLA.
    private var last = 0
    private var seekIndex = 0
    private var lastScale = 0.0
    // BOLA-E.
    private var enhancedSafe = 0.9
    private var lastCome = 0
    private var isSteady = false
    private var placeholder = 0.0

    init(
        _ rule: Rule, _ options: Options, bitRates: [Double], segment: Double, segments: Int, cap: Double,
        _ means: SabreStatement.Means
    ) {
        (self.rule, self.options, self.bitRates, self.segment) = (rule, options, bitRates, segment)
        (self.segments, self.cap, self.means) = (segments, cap, means)
    }

    // MARK: Measuring

    mutating func push(_ metrics: Metrics) {
        let body = metrics.time - metrics.latency
        samples.append((metrics.bits / body, metrics.latency, body))
    }

    private var throughput: Double {
        switch means {
        case .sliding(let count):
            return samples.suffix(count).map(\.throughput).reduce(0, +) / Double(min(count, samples.count))
        case .weighted(let fast, let slow):
            return [fast, slow].map { halfLife in
                var (mean, time) = (0.0, 0.0)
                for sample in samples {
                    let kept = pow(0.5, sample.time / halfLife)
                    mean = kept * mean + (1 - kept) * sample.throughput
                    time += sample.time
                }
                return mean / (1 - pow(0.5, time / halfLife))
            }.min()!
        }
    }

    private var latency: Double {
        switch means {
        case .sliding(let count):
            return samples.suffix(count).map(\.latency).reduce(0, +) / Double(min(count, samples.count))
        case .weighted(let fast, let slow):
            return [fast, slow].map { halfLife in
                let kept = pow(0.5, 1 / (halfLife / segment))
                let mean = samples.reduce(0) { kept * $0 + (1 - kept) * $1.latency }
                return mean / (1 - pow(0.5, Double(samples.count) / (halfLife / segment)))
            }.max()!
        }
    }

    private func quality(within throughput: Double) -> Int {
        var quality = 0
        while quality + 1 < bitRates.count,
            latency + segment * bitRates[quality + 1] / throughput <= segment
        {
            quality += 1
        }
        return quality
    }

    // MARK: Deciding

    mutating func decide(_ index: Int, level: Double) -> (quality: Int, delay: Double) {
        switch rule {
        case .throughput: return (byThroughput(level), 0)
        case .bola: return byBOLA(index, level)
        case .bolae: return byBOLAE(level)
        case .dynamic:
            let (bola, throughput) = (byBOLA(index, level), byThroughput(level))
            if isByBuffer, level < 10_000, bola.quality < throughput {
                isByBuffer = false
            } else if !isByBuffer, level > 10_000, bola.quality >= throughput {
                isByBuffer = true
            }
            return isByBuffer ? bola : (throughput, 0)
        case .dynamicdash:
            if isByBuffer, level < 5000 {
                isByBuffer = false
            } else if !isByBuffer, level > 10_000 {
                isByBuffer = true
            }
            return isByBuffer ? byBOLAE(level) : (byThroughput(level), 0)
        }
    }

    private func safeQuality(_ quality: Int, _ level: Double, _ safe: inout Double) -> Int {
        guard options.hasBufferRule else { return quality }
        let most = safe * (level - latency) * throughput
        safe = max(0.5, 0.9 * safe)
        return (0..<quality).first { segment * bitRates[$0 + 1] > most } ?? quality
    }

    private mutating func byThroughput(_ level: Double) -> Int {
        safeQuality(quality(within: throughput * 0.9), level, &safe)
    }

    // Many levels are such that two qualities are of one value, but for rounding: so the order of sums matters.
    private func utility(_ quality: Int) -> Double { log(bitRates[quality]) + (0 - log(bitRates[0])) }

    private func enhancedUtility(_ quality: Int) -> Double { log(bitRates[quality]) + (1 - log(bitRates[0])) }

    private func value(_ quality: Int) -> Double { lastScale * (utility(quality) + options.gamma) }

    private mutating func byBOLA(_ index: Int, _ level: Double) -> (quality: Int, delay: Double) {
        let edge = Double(min(index - seekIndex, segments - index))
        let most = options.isBasic ? cap : min(cap, segment * max(edge / 2, 3))
        lastScale = (most - segment) / (utility(bitRates.count - 1) + options.gamma)
        let worth = bitRates.indices.map { (value($0) - level) / bitRates[$0] }
        var (quality, delay) = (worth.firstIndex(of: worth.max()!)!, 0.0)
        let carried = self.quality(within: throughput)
        if quality > last, quality > carried {
            if last > carried {
                quality = last
            } else if options.waits {
                quality = carried
                if quality < bitRates.count - 1 { delay = max(0, level - value(quality)) }
            } else {
                quality = carried + 1
            }
        }
        last = quality
        return (quality, delay)
    }

    // MARK: BOLA-E

    private var enhanced: (scale: Double, gamma: Double) {
        let top = enhancedUtility(bitRates.count - 1)
        guard options.hasBufferRule else {
            return ((cap - segment) / (top + (options.gamma - 1)), options.gamma - 1)
        }
        let gamma = (top - 1) / (max(10_000 + 2000 * Double(bitRates.count), cap) / 10_000 - 1)
        return (10_000 / gamma, gamma)
    }

    private func most(_ quality: Int) -> Double { enhanced.scale * (enhancedUtility(quality) + enhanced.gamma) }

    private func least(_ quality: Int) -> Double {
        let own = bitRates[quality]
        return (0..<quality).map { lower in
            let other = bitRates[lower]
            let utilities = own * enhancedUtility(lower) - other * enhancedUtility(quality)
            return enhanced.scale * (enhanced.gamma + utilities / (own - other))
        }.reduce(0, max)
    }

    private mutating func byBOLAE(_ level: Double) -> (quality: Int, delay: Double) {
        let carried = quality(within: throughput)
        if !isSteady {
            (isSteady, enhancedSafe) = (true, 0.9)
            placeholder = max(0, least(carried) - level)
            return (carried, 0)
        }
        let worth = bitRates.indices.map { (most($0) - (level + placeholder)) / bitRates[$0] }
        var quality = worth.firstIndex(of: worth.max()!)!
        if quality > lastCome, quality > carried { quality = max(lastCome, carried) + (options.waits ? 0 : 1) }
        var delay = max(0, level + placeholder - most(quality))
        if delay <= placeholder {
            placeholder -= delay
            delay = 0
        } else {
            delay -= placeholder
            placeholder = 0
        }
        if quality == bitRates.count - 1 { delay = 0 }
        let safe = safeQuality(quality, level, &enhancedSafe)
        if safe < quality {
            placeholder = min(placeholder, max(0, least(safe) - level))
            return (safe, 0)
        }
        return (quality, delay)
    }

    // MARK: Hearing

    mutating func report(delay: Double) { placeholder += delay }

    mutating func seek(to index: Int) {
        if rule == .bola { seekIndex = index }
        if rule == .bolae { isSteady = false }
    }

    mutating func report(_ metrics: Metrics, _ quality: Int, isReplacement: Bool, level: Double) {
        if isReplacement, rule == .dynamic { isByBuffer = false }
        lastCome = quality
        if let lower = metrics.abandonedTo {
            if !isReplacement {
                placeholder = min(placeholder, max(0, (lower > 0 ? least(lower) : 10_000) - level))
            }
        } else if isReplacement {
            placeholder += segment
        } else {
            let before = level + metrics.time
            placeholder = min(placeholder, max(0, most(quality) - before))
            if level > 0 { placeholder = max(placeholder, least(quality) - before) }
        }
    }

    // MARK: Giving up

    mutating func abandon(_ progress: Progress, _ quality: Int) -> Int? {
        switch rule {
        case .throughput, .dynamic: abandonByThroughput(progress, quality)
        case .bola: abandonByBOLA(progress, quality)
        case .bolae: abandonByBOLAE(progress, quality)
        case .dynamicdash:
            isByBuffer ? abandonByBOLAE(progress, quality) : abandonByThroughput(progress, quality)
        }
    }

    private func abandonByThroughput(_ progress: Progress, _ quality: Int) -> Int? {
        let body = progress.time - progress.latency
        guard progress.time >= 500, body > 0 else { return nil }
        let (throughput, left) = (progress.bits / body, progress.size - progress.bits)
        guard progress.time + left / throughput > 1.8 * segment else { return nil }
        let lower = self.quality(within: 0.9 * throughput)
        return lower < quality && progress.size * bitRates[lower] / bitRates[quality] < left ? lower : nil
    }

    private mutating func abandonByBOLA(_ progress: Progress, _ quality: Int) -> Int? {
        let left = progress.size - progress.bits
        guard !options.isBasic, progress.bits > 0, left > 0 else { return nil }
        var score = (value(quality) - progress.level) / left
        guard score >= 0 else { return nil }
        var chosen: Int?
        for lower in 0..<quality {
            let size = progress.size * bitRates[lower] / bitRates[quality]
            let other = (value(lower) - progress.level) / size
            if size < left, other > score { (score, chosen) = (other, lower) }
        }
        if let chosen { last = chosen }
        return chosen
    }

    private func abandonByBOLAE(_ progress: Progress, _ quality: Int) -> Int? {
        guard progress.bits > 0, progress.size > progress.bits else { return nil }
        let level = max(0, progress.level + placeholder - progress.latency)
        let throughput = progress.bits / (progress.time - progress.latency)
        let left = progress.size - progress.bits - progress.latency * throughput
        guard left > 0 else { return nil }
        var (score, chosen): (Double, Int?) = ((most(quality) - level) / left, nil)
        for lower in 0..<quality {
            let size = progress.size * bitRates[lower] / bitRates[quality]
            let other = (most(lower) - level) / size
            if size < left, other > score { (score, chosen) = (other, lower) }
        }
        return chosen
    }
}
