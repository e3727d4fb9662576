import Foundation

/// The model of the simulator Sabre, stated from a description of it and not from its source: one download after the
/// other over a network of periods, a buffer in the order of time, and sums over what was played.
///
/// Times in milliseconds, sizes in bits, bit rates in bits per millisecond, which are kbit/s; all of them `Double`.
struct SabreStatement {
    enum Rule: String, CaseIterable {
        case throughput
        case throughputAndBuffer
        case bola
    }

    enum Means: String, CaseIterable {
        case weighted
        case sliding
    }

    struct Movie {
        var segment: Double
        var bitRates: [Double]
        var sizes: [[Double]]
    }

    struct Period {
        var length: Double
        var bandwidth: Double
        var latency: Double
    }

    private let movie: Movie
    private let periods: [Period]
    private let cap: Double
    private let rule: Rule
    private let means: Means

    private var period = 0
    private var leftOfPeriod: Double
    /// The qualities of segments that are not played to their end, and what is left of the first of them.
    private var buffer: [Int] = []
    private var leftOfFirst = 0.0
    private var samples: [(throughput: Double, latency: Double, time: Double)] = []
    private var safe = 0.9
    private var last = 0
    private(set) var chosen: [Int] = []
    private(set) var played: [Int] = []
    private(set) var playTime = 0.0
    /// When the first segment had come.
    private(set) var movieStart = 0.0
    private(set) var rebuffer = 0.0
    private(set) var events = 0
    private(set) var rampUp: Double?
    /// How often the buffer was too full for another segment.
    private(set) var rests = 0

    init(_ movie: Movie, over periods: [Period], cap: Double, by rule: Rule, measuredBy means: Means) {
        (self.movie, self.periods, self.cap, self.rule, self.means) = (movie, periods, cap, rule, means)
        leftOfPeriod = periods[0].length
        run()
    }

    private mutating func run() {
        movieStart = download(0, 0)
        playTime = movieStart
        append(0)
        for index in 1..<movie.sizes.count {
            let tooMuch = level + movie.segment - cap
            if tooMuch > 0 {
                rests += 1
                deplete(tooMuch)
                pass(tooMuch)
            }
            let quality = choose()
            last = quality
            deplete(download(index, quality))
            append(quality)
        }
        // One by one: a sum of what is left may exceed it by the last bit, and end in a stall that is none.
        while !buffer.isEmpty { deplete(leftOfFirst) }
    }

    private mutating func append(_ quality: Int) {
        if buffer.isEmpty { leftOfFirst = movie.segment }
        buffer.append(quality)
        chosen.append(quality)
    }

    private var level: Double {
        buffer.isEmpty ? 0 : leftOfFirst + Double(buffer.count - 1) * movie.segment
    }

    // MARK: The network

    private mutating func next() {
        period = (period + 1) % periods.count
        leftOfPeriod = periods[period].length
    }

    private mutating func pass(_ time: Double) {
        var time = time
        while time > leftOfPeriod {
            time -= leftOfPeriod
            next()
        }
        leftOfPeriod -= time
    }

    /// The latency, then the body at what each period has; what ends on an edge ends in the earlier one.
    private mutating func download(_ index: Int, _ quality: Int) -> Double {
        let latency = periods[period].latency
        pass(latency)
        let bits = movie.sizes[index][quality]
        var (left, body) = (bits, 0.0)
        while left > leftOfPeriod * periods[period].bandwidth {
            left -= leftOfPeriod * periods[period].bandwidth
            body += leftOfPeriod
            next()
        }
        if left > 0 {
            let time = left / periods[period].bandwidth
            body += time
            leftOfPeriod -= time
        }
        samples.append((bits / body, latency, body))
        return latency + body
    }

    // MARK: The playback

    private mutating func deplete(_ time: Double) {
        var time = time
        if buffer.isEmpty {
            rebuffer += time
            playTime += time
            return
        }
        while time > 0, !buffer.isEmpty {
            if leftOfFirst == movie.segment { begin(buffer[0]) }
            let step = min(time, leftOfFirst)
            (time, leftOfFirst, playTime) = (time - step, leftOfFirst - step, playTime + step)
            if leftOfFirst <= 0 {
                buffer.removeFirst()
                leftOfFirst = movie.segment
            }
        }
        guard time > 0 else { return }
        rebuffer += time
        playTime += time
        events += 1
    }

    private mutating func begin(_ quality: Int) {
        played.append(quality)
        let now = periods[period]
        let carried = now.bandwidth * max(0, movie.segment - now.latency) / movie.segment
        let sustainable = movie.bitRates.lastIndex { $0 <= carried } ?? 0
        if rampUp == nil, quality >= sustainable { rampUp = playTime }
    }

    // MARK: The rules

    private var throughput: Double {
        guard means == .weighted else {
            return samples.suffix(3).map(\.throughput).reduce(0, +) / Double(min(3, samples.count))
        }
        return [3000.0, 8000].map { halfLife in
            var (mean, time) = (0.0, 0.0)
            for sample in samples {
                let kept = pow(0.5, sample.time / halfLife)
                mean = kept * mean + (1 - kept) * sample.throughput
                time += sample.time
            }
            return mean / (1 - pow(0.5, time / halfLife))
        }.min()!
    }

    private var latency: Double {
        guard means == .weighted else {
            return samples.suffix(3).map(\.latency).reduce(0, +) / Double(min(3, samples.count))
        }
        return [3000.0, 8000].map { halfLife in
            let segments = halfLife / movie.segment
            let kept = pow(0.5, 1 / segments)
            let mean = samples.reduce(0) { kept * $0 + (1 - kept) * $1.latency }
            return mean / (1 - pow(0.5, Double(samples.count) / segments))
        }.max()!
    }

    private func quality(within throughput: Double) -> Int {
        var quality = 0
        while quality + 1 < movie.bitRates.count,
            latency + movie.segment * movie.bitRates[quality + 1] / throughput <= movie.segment
        {
            quality += 1
        }
        return quality
    }

    private mutating func choose() -> Int {
        switch rule {
        case .throughput: return quality(within: throughput * 0.9)
        case .throughputAndBuffer:
            let most = safe * (level - latency) * throughput
            safe = max(0.5, 0.9 * safe)
            let quality = quality(within: throughput * 0.9)
            return (0..<quality).first { movie.segment * movie.bitRates[$0 + 1] > most } ?? quality
        case .bola:
            let utilities = movie.bitRates.map { log($0 / movie.bitRates[0]) }
            let scale = (cap - movie.segment) / (utilities.last! + 5)
            let worth = movie.bitRates.indices.map { (scale * (utilities[$0] + 5) - level) / movie.bitRates[$0] }
            let best = worth.firstIndex(of: worth.max()!)!
            let carried = quality(within: throughput)
            guard best > last, best > carried else { return best }
            return last > carried ? last : carried + 1
        }
    }

    // MARK: The figures

    /// By the names under which they are printed; seconds, kbit/s, counts.
    var figures: [(name: String, value: Double)] {
        let rates = played.map { movie.bitRates[$0] }
        let changes = zip(rates, rates.dropFirst())
        let utility = rates.reduce(0) { $0 + log($1 / movie.bitRates[0]) }
        let change = changes.reduce(0) { $0 + abs($1.1 - $1.0) }
        let logChange = changes.reduce(0) { $0 + abs(log($1.1 / $1.0)) }
        let part = movie.segment / playTime
        let seconds = 0.001
        return [
            ("total played utility", utility), ("time average played utility", utility * part),
            ("total played bitrate", rates.reduce(0, +)), ("time average played bitrate", rates.reduce(0, +) * part),
            ("total play time", playTime * seconds), ("total play time chunks", playTime / movie.segment),
            ("total rebuffer", rebuffer * seconds), ("rebuffer ratio", rebuffer / playTime),
            ("time average rebuffer", rebuffer * seconds * part), ("total rebuffer events", Double(events)),
            ("time average rebuffer events", Double(events) * part), ("total bitrate change", change),
            ("time average bitrate change", change * part), ("total log bitrate change", logChange),
            ("time average log bitrate change", logChange * part),
            ("time average score", (utility - 5 * rebuffer / movie.segment) * part),
            ("rampup time", (rampUp ?? movie.segment * Double(movie.sizes.count)) * seconds),
        ]
    }
}
