import Synchronization

/// A line on a terminal that says how far the work is, when it takes longer than a second. It goes away before the
/// results come.
///
/// A class, because the threads that work and the one that shows hold the same.
final class Progress: Sendable {
    private let title: String
    private let start = ContinuousClock.now
    private let state = Mutex((total: 0, done: 0, isOver: false))

    /// The time for which nobody wonders whether anything happens.
    private static let patience = Duration.seconds(1)
    private static let interval_ms: UInt32 = 50

    init(_ title: String) { self.title = title }

    /// Begins a work of so many parts, in the place of one before.
    func begin(_ count: Int) { state.withLock { ($0.total, $0.done) = (count, 0) } }

    func step() { state.withLock { $0.done += 1 } }

    /// Does a work and shows how far it is. Where the system grants no thread, it is not shown.
    static func showing<Result>(_ progress: Progress?, _ work: () -> Result) -> Result {
        guard let progress else { return work() }
        let thread = Workers.start { progress.show() }
        defer {
            progress.state.withLock { $0.isOver = true }
            if let thread { Workers.join(thread) }
        }
        return work()
    }

    private func show() {
        var (begun, count, shown) = (start, 0, "")
        while !state.withLock({ $0.isOver }) {
            Files.rest(milliseconds: Self.interval_ms)
            let now = ContinuousClock.now
            let (total, done, isOver) = state.withLock { $0 }
            if total != count { (begun, count) = (now, total) }
            guard now - start >= Self.patience, !isOver else { continue }
            let line = words(done, of: total, after: now - begun, since: now - start)
            // Nothing flickers, and a slow terminal has little to do.
            guard line != shown else { continue }
            shown = line
            _ = Files.print("\r\(line)\u{1B}[K", to: .errors)
        }
        if !shown.isEmpty { _ = Files.print("\r\u{1B}[K", to: .errors) }
    }

    /// `autowait compare: 34 of 200 runs, 17 %, about 12 s left`; where the parts are unknown, the time.
    func words(_ done: Int, of total: Int, after time: Duration, since start: Duration) -> String {
        guard total > 1 else { return "\(title): \(start.components.seconds) s" }
        let head = "\(title): \(done) of \(total), \(done * 100 / total) %"
        guard done > 0, time >= .milliseconds(500) else { return head }
        let left = (time / done * (total - done)).components.seconds + 1
        let words = left < 120 ? "\(left) s" : left < 7200 ? "\(left / 60) min" : "\(left / 3600) h"
        return "\(head), about \(words) left"
    }
}
