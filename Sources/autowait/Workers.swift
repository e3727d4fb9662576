// Threads by POSIX, as files are: nothing has to be loaded or started for a program that wants none.
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif
import Synchronization

/// Independent parts of a work, on several threads.
enum Workers {
    static let option = Command.Option(
        "jobs", "N", "run on N threads at most, not on all cores; what is printed is the same")

    static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The results for each index below `count`, in their order. `jobs` is the most threads, the caller's included;
    /// where the system grants fewer, it only takes longer.
    static func map<Part: Sendable>(_ count: Int, jobs: Int, _ body: @escaping @Sendable (Int) -> Part) -> [Part] {
        guard count > 0 else { return [] }
        return Array(unsafeUninitializedCapacity: count) { buffer, initializedCount in
            guard let base = buffer.baseAddress else { preconditionFailure("There is room for at least one part.") }
            // Each index is taken by one thread, so no two ever write to the same place.
            nonisolated(unsafe) let parts = base
            let work = Work(count) { (parts + $0).initialize(to: body($0)) }
            let threads = (1..<max(1, min(jobs, count))).compactMap { _ in start(work) }
            work.run()
            for thread in threads { pthread_join(thread, nil) }
            initializedCount = count
        }
    }

    /// The results up to and including the first that is the last one wanted. Those after it are left out wherever
    /// that is known in time; it makes no difference which of them were begun nevertheless.
    static func map<Part: Sendable>(
        _ count: Int, jobs: Int, through isLast: @escaping @Sendable (Part) -> Bool,
        _ body: @escaping @Sendable (Int) -> Part
    ) -> [Part] {
        let end = End(count)
        let parts = map(count, jobs: jobs) { index -> Part? in
            // The end that is known so far is no earlier than the final one, so nothing before that is left out.
            guard index <= end.index else { return nil }
            let part = body(index)
            if isLast(part) { end.lower(to: index) }
            return part
        }
        return parts.prefix(end.index + 1).compactMap { $0 }
    }

    /// The stack of a thread: more than some systems' default, because a debug build needs much for a deep text.
    private static let stack_bytes = 8 << 20

    private static func start(_ work: Work) -> pthread_t? {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stack_bytes)
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let handle = Unmanaged.passRetained(work)
        let code = pthread_create(&thread, &attributes, { runWork($0) }, handle.toOpaque())
        guard code == 0 else {
            handle.release()
            return nil
        }
        return thread
    }
}

extension Arguments {
    /// The number of threads to work on: the value of `--jobs`, or all cores.
    var jobs: Int { get throws(LoadError) { try count("jobs", upTo: 1024) ?? Workers.coreCount } }
}

private func runWork(_ handle: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let handle else { preconditionFailure("A thread has work.") }
    Unmanaged<Work>.fromOpaque(handle).takeRetainedValue().run()
    return nil
}

/// The parts that are still to be taken. A class, because several threads hold the same.
private final class Work: Sendable {
    private let next = Atomic<Int>(0)
    private let count: Int
    private let body: @Sendable (Int) -> Void

    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        self.count = count
        self.body = body
    }

    func run() {
        while true {
            let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
            guard index < count else { return }
            body(index)
        }
    }
}

/// The least index at which work ends. A class, because several threads hold the same.
private final class End: Sendable {
    private let least: Atomic<Int>

    init(_ count: Int) { least = Atomic(count) }

    var index: Int { least.load(ordering: .relaxed) }

    func lower(to index: Int) { least.min(index, ordering: .relaxed) }
}
