import Synchronization

// Threads by POSIX, as files are: nothing has to be loaded or started for a program that wants none.
#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// Independent parts of a work, on several threads.
enum Workers {
    static let option = CommandOption(
        "jobs", "N", "run on N threads at most, not on all cores; what is printed is the same")

    static var coreCount: Int { max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    /// The results for each index below `count`, in their order. `jobs` is the most threads, the caller's included;
    /// where the system grants fewer, it only takes longer.
    static func map<Part: Sendable>(
        _ count: Int, jobs: Int, progress: Progress? = nil, _ body: @escaping @Sendable (Int) -> Part
    ) -> [Part] {
        guard count > 0 else { return [] }
        progress?.begin(count)
        return Array(unsafeUninitializedCapacity: count) { buffer, initializedCount in
            guard let base = buffer.baseAddress else { preconditionFailure("There is room for at least one part.") }
            // Each index is taken by one thread, so no two ever write to the same place.
            nonisolated(unsafe) let parts = base
            let work = Work(count) { index in
                (parts + index).initialize(to: body(index))
                progress?.step()
            }
            let threads = (1..<max(1, min(jobs, count))).compactMap { _ in start { work.run() } }
            work.run()
            for thread in threads { join(thread) }
            initializedCount = count
        }
    }

    /// The results up to and including the first that is the last one wanted. Those after it are left out wherever
    /// that is known in time; it makes no difference which of them were begun nevertheless.
    static func map<Part: Sendable>(
        _ count: Int, jobs: Int, progress: Progress? = nil, through isLast: @escaping @Sendable (Part) -> Bool,
        _ body: @escaping @Sendable (Int) -> Part
    ) -> [Part] {
        let end = End(count)
        let parts = map(count, jobs: jobs, progress: progress) { index -> Part? in
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

    /// Starts a thread; nil where the system grants none.
    static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return nil }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, stack_bytes)
        #if canImport(Glibc)
            var thread = pthread_t()
        #else
            var thread: pthread_t?
        #endif
        let handle = Unmanaged.passRetained(Task(body))
        let code = pthread_create(&thread, &attributes, { runWork($0) }, handle.toOpaque())
        guard code == 0 else {
            handle.release()
            return nil
        }
        return thread
    }

    /// Waits for the end of a thread.
    static func join(_ thread: pthread_t) { pthread_join(thread, nil) }

    /// The task of a thread. A class, because the system hands over nothing but a pointer.
    fileprivate final class Task: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}

extension Arguments {
    /// The number of threads to work on: the value of `--jobs`, or all cores.
    var jobs: Int { get throws(LoadError) { try count("jobs", upTo: 1024) ?? Workers.coreCount } }
}

private func runWork(_ handle: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let handle else { preconditionFailure("A thread has a task.") }
    Unmanaged<Workers.Task>.fromOpaque(handle).takeRetainedValue().body()
    return nil
}

/// The parts that are still to be taken. A class, because several threads hold the same.
private final class Work: Sendable {
    private let next = Atomic(0)
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
