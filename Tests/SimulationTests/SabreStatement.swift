import Foundation

/// The model of the simulator Sabre, stated from a description of it and not from its source: one download after the
/// other over a network of periods, a buffer in the order of time, and sums over what was played.
///
/// Times in milliseconds, sizes in bits, bit rates in bits per millisecond, which are kbit/s; all of them `Double`.
struct SabreStatement {
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

    enum Means {
        case weighted(fast: Double, slow: Double)
        case sliding(samples: Int)
    }

    enum Replacement: String { case none, left, right }

    struct Settings {
        var cap: Double
        var rule: SabreRules.Rule
        var options = SabreRules.Options()
        var means = Means.weighted(fast: 3000, slow: 8000)
        var isAbandoning = false
        var replacement = Replacement.none
        /// In the middle of the first rest from that segment on, the playhead goes to another.
        var seek: (from: Int, to: Int)?
    }

    struct Request: Equatable {
        var index: Int
        var quality: Int
        var isAbandoned = false
        var isReplacement = false
    }

    private let movie: Movie
    private let periods: [Period]
    private let settings: Settings
    private var rules: SabreRules

    private var period = 0
    private var leftOfPeriod: Double
    private var networkTime = 0.0
    /// The qualities of segments that are not played to their end, and what is left of the first of them.
    private var buffer: [Int] = []
    private var leftOfFirst = 0.0
    private var lastPlayed: Int?
    private(set) var requests: [Request] = []
    private(set) var played: [Int] = []
    private(set) var playTime = 0.0
    /// When the first segment had come.
    private(set) var movieStart = 0.0
    private(set) var rebuffer = 0.0
    private(set) var events = 0
    private(set) var rampUp: Double?
    private var origin = 0.0
    /// How often the buffer was too full for another segment, and how often a rule waited.
    private(set) var rests = 0
    private(set) var delays = 0
    /// When the playhead was moved.
    private(set) var soughtAt: Double?

    init(_ movie: Movie, over periods: [Period], _ settings: Settings) {
        (self.movie, self.periods, self.settings) = (movie, periods, settings)
        rules = SabreRules(
            settings.rule, settings.options, bitRates: movie.bitRates, segment: movie.segment,
            segments: movie.sizes.count, cap: settings.cap, settings.means)
        leftOfPeriod = periods[0].length
        run()
    }

    // MARK: The loop

    private mutating func run() {
        let first = download(0, 0) { _ in nil }
        requests.append(Request(index: 0, quality: 0))
        movieStart = first.time
        playTime = movieStart
        append(0)
        rules.push(first)
        var next = 1
        while next < movie.sizes.count {
            let tooMuch = level + movie.segment - settings.cap
            if tooMuch > 0 {
                rests += 1
                if let seek = settings.seek, next >= seek.from, soughtAt == nil, next < seek.to {
                    rest(tooMuch / 2)
                    next = seek.to
                    soughtAt = networkTime
                    (buffer, leftOfFirst, origin, rampUp) = ([], 0, playTime, nil)
                    rules.seek(to: next)
                } else {
                    rest(tooMuch)
                }
            }
            fetch(&next)
        }
        // One by one: a sum of what is left may exceed it by the last bit, and end in a stall that is none.
        while !buffer.isEmpty { deplete(leftOfFirst) }
    }

    private mutating func rest(_ time: Double) {
        deplete(time)
        pass(time)
        rules.report(delay: time)
    }

    private mutating func fetch(_ next: inout Int) {
        let (quality, delay) = rules.decide(next, level: level)
        let replaced = replaced(quality)
        if delay > 0, replaced == nil {
            delays += 1
            deplete(delay)
            pass(delay)
        }
        let index = next + (replaced ?? 0)
        let (segment, level) = (movie.segment, level)
        var rules = rules
        let metrics = download(index, quality) { progress in
            var progress = progress
            progress.level = max(0, level - progress.time)
            if let replaced { return progress.level + segment * Double(replaced) <= 0 ? -1 : nil }
            return rules.abandon(progress, quality)
        }
        self.rules = rules
        requests.append(
            Request(
                index: index, quality: quality, isAbandoned: metrics.abandonedTo != nil,
                isReplacement: replaced != nil))
        deplete(metrics.time)
        if metrics.abandonedTo == nil {
            if let replaced {
                if self.level + segment * Double(replaced) >= 0 { buffer[buffer.count + replaced] = quality }
            } else {
                append(quality)
                next += 1
            }
        }
        self.rules.report(metrics, quality, isReplacement: replaced != nil, level: self.level)
        if metrics.abandonedTo == nil { self.rules.push(metrics) }
    }

    private func replaced(_ quality: Int) -> Int? {
        let played = buffer.isEmpty ? 0 : movie.segment - leftOfFirst
        let skip = Int((1.5 + played / movie.segment).rounded(.up))
        let lower = buffer.indices.filter { $0 >= skip && buffer[$0] < quality }
        let chosen: Int? =
            switch settings.replacement {
            case .none: nil
            case .left: lower.first
            case .right: lower.last
            }
        return chosen.map { $0 - buffer.count }
    }

    private mutating func append(_ quality: Int) {
        if buffer.isEmpty { leftOfFirst = movie.segment }
        buffer.append(quality)
    }

    private var level: Double {
        buffer.isEmpty ? 0 : leftOfFirst + Double(buffer.count - 1) * movie.segment
    }

    // MARK: The network

    private mutating func next() {
        networkTime += leftOfPeriod
        period = (period + 1) % periods.count
        leftOfPeriod = periods[period].length
    }

    private mutating func spend(_ time: Double) {
        networkTime += time
        leftOfPeriod -= time
    }

    private mutating func pass(_ time: Double) {
        var time = time
        while time > leftOfPeriod {
            time -= leftOfPeriod
            next()
        }
        spend(time)
    }

    /// A request waits for one latency. What a period's end leaves of it costs that part of the next one's.
    private mutating func wait() -> Double {
        var (left, sum) = (1.0, 0.0)
        while left > 0 {
            let latency = periods[period].latency
            if left * latency <= leftOfPeriod {
                sum += left * latency
                spend(left * latency)
                return sum
            }
            sum += leftOfPeriod
            left -= leftOfPeriod / latency
            next()
        }
        return sum
    }

    /// Bits at what each period has; what ends on an edge ends in the earlier one.
    private mutating func body(_ bits: Double) -> Double {
        var (left, sum) = (bits, 0.0)
        while left > leftOfPeriod * periods[period].bandwidth {
            left -= leftOfPeriod * periods[period].bandwidth
            sum += leftOfPeriod
            next()
        }
        if left > 0 {
            let time = left / periods[period].bandwidth
            sum += time
            spend(time)
        }
        return sum
    }

    /// A step of a download: until so many bits and so much time have come together, or all is there.
    private mutating func step(_ left: Double, bits: Double, time: Double) -> (bits: Double, time: Double) {
        var (missing, wantedBits, wantedTime) = (left, bits, time)
        var (gotBits, spent) = (0.0, 0.0)
        while missing > 0, wantedBits > 0 || wantedTime > 0 {
            let bandwidth = periods[period].bandwidth
            if bandwidth > 0 {
                let wanted = max(wantedBits, wantedTime * bandwidth)
                let most = leftOfPeriod * bandwidth
                let taken = min(missing, wanted, most)
                let time = taken == most && taken < min(missing, wanted) ? leftOfPeriod : taken / bandwidth
                if taken == most, taken < min(missing, wanted) { next() } else { spend(time) }
                missing -= taken
                gotBits += taken
                spent += time
                if taken == wanted { return (gotBits, spent) }
                wantedBits -= taken
                wantedTime -= time
            } else if wantedBits > 0 || wantedTime > leftOfPeriod {
                wantedTime -= leftOfPeriod
                spent += leftOfPeriod
                next()
            } else {
                spent += wantedTime
                spend(wantedTime)
                wantedTime = 0
            }
        }
        return (gotBits, spent)
    }

    /// A whole download at once, or step by step where it may be given up.
    private mutating func download(
        _ index: Int, _ quality: Int, giveUp: (SabreRules.Progress) -> Int?
    ) -> SabreRules.Metrics {
        let bits = movie.sizes[index][quality]
        let latency = wait()
        guard settings.isAbandoning, index > 0 else {
            let time = body(bits)
            return .init(bits: bits, time: latency + time, latency: latency, abandonedTo: nil)
        }
        var (got, spent) = (0.0, latency)
        var wantedTime = 50 - latency
        while true {
            let (stepBits, stepTime) = step(bits - got, bits: 12_000, time: wantedTime)
            got += stepBits
            spent += stepTime
            wantedTime = 50
            // The last bits of a remainder are no step of their own.
            if bits - got < 1e-6 { return .init(bits: bits, time: spent, latency: latency, abandonedTo: nil) }
            let progress = SabreRules.Progress(bits: got, size: bits, time: spent, latency: latency, level: 0)
            if let lower = giveUp(progress) {
                return .init(bits: got, time: spent, latency: latency, abandonedTo: lower)
            }
        }
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
        if rampUp == nil, quality >= sustainable { rampUp = playTime - origin }
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
            ("time average score", (utility - settings.options.gamma * rebuffer / movie.segment) * part),
            ("rampup time", (rampUp ?? movie.segment * Double(movie.sizes.count)) * seconds),
        ]
    }
}
