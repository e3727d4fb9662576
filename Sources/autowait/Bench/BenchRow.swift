import Simulation

/// Something that is timed.
struct BenchRow: Sendable {
    /// The work, and the figure that a second of it comes to.
    struct Work {
        /// The extent of the work, such as how many events it took.
        var note = ""
        /// The figure is a second times this, or where more is better this for each second.
        let factor: Double
        let run: () throws(SessionError) -> Void
    }

    /// The same work in another amount: by rows of one name, growth is told.
    struct Amount: Sendable {
        let of: String
        let count: Double
    }

    /// The word on the command line by which it is asked for.
    let group: String
    let name: String
    let unit: String
    var isRate = false
    var amount: Amount?
    let prepare: @Sendable () throws(SessionError) -> Work

    func figure(_ seconds: Double, _ work: Work) -> Double {
        isRate ? work.factor / seconds : seconds * work.factor
    }
}

/// The figures of a row: one for each repetition, in the order in which they were taken.
struct BenchSeries: Sendable {
    let row: String
    let group: String
    let unit: String
    let isRate: Bool
    var note = ""
    var figures: [Double] = []
    /// The most memory that the process had meanwhile, in bytes; of a system that tells it only of the whole process,
    /// of all up to then.
    var peakMemory: Int64 = 0
    var amount: BenchRow.Amount?

    init(_ row: BenchRow) {
        (self.row, group, unit, isRate, amount) = (row.name, row.group, row.unit, row.isRate, row.amount)
    }

    /// A series that was saved.
    init(_ row: String, _ group: String, _ unit: String, isRate: Bool, _ figures: [Double]) {
        (self.row, self.group, self.unit, self.isRate, self.figures) = (row, group, unit, isRate, figures)
    }

    /// The same row with the figures of another turn.
    func joined(with turn: BenchSeries) -> BenchSeries {
        var all = self
        all.figures += turn.figures
        return all
    }

    private var sorted: [Double] { figures.sorted() }
    var least: Double { sorted.first ?? .nan }
    var most: Double { sorted.last ?? .nan }

    var median: Double {
        let (sorted, half) = (sorted, figures.count / 2)
        guard !sorted.isEmpty else { return .nan }
        return figures.count % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
    }
}

/// A row that is being timed: repetition by repetition, so that others can be timed in between.
struct BenchClock {
    private let row: BenchRow
    private let work: BenchRow.Work
    private(set) var series: BenchSeries

    /// A repetition does its work as often as it takes to last so long, in seconds: a single short run would time
    /// how cold the caches are.
    private static let leastTime = 0.02

    /// Does the work once, which does not count.
    init(_ row: BenchRow) throws(SessionError) {
        self.row = row
        series = BenchSeries(row)
        ProcessMemory.forgetPeak()
        work = try row.prepare()
        series.note = work.note
        try work.run()
    }

    mutating func repeatOnce() throws(SessionError) {
        let start = ContinuousClock.now
        var (count, seconds) = (0.0, 0.0)
        while seconds < Self.leastTime {
            try work.run()
            count += 1
            let time = ContinuousClock.now - start
            seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
        }
        series.figures.append(row.figure(seconds / count, work))
        series.peakMemory = ProcessMemory.peak
    }
}
