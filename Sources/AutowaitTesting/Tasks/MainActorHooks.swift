internal import Dispatch

#if canImport(Darwin)
    internal import Darwin
#elseif canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif

/// The hooks of the runtime, which are variables that hold a function, and functions of it.
///
/// They are there before any test begins: as this library is loaded, in a process that has Swift Testing or XCTest. A
/// function that has begun on the runtime's own main executor stays there until it awaits. Then it goes to the end of
/// the line, behind every task that it has made, which one that began on ours does not: so hooks that come with the
/// first world would let the first test of a process go on in another order than the same test after it. In any other
/// process, such as the app itself that links the library for its protocols, nothing is changed before there is a
/// world.
enum MainActorHooks {
    private typealias Current = @convention(thin) @Sendable () -> UnsafeRawPointer?
    private typealias Number = @convention(thin) @Sendable (UnsafeRawPointer) -> UInt64
    private static let current = function("swift_task_getCurrent", Current.self)
    private static let number = function("swift_task_getJobTaskId", Number.self)

    /// The number of the task that runs, which is higher than that of any that was made before; 0 where none does.
    static var currentTask: UInt64 { current?().flatMap { number?($0) } ?? 0 }

    /// The number of the task of which a job is a part; 0 where it is none of a task.
    static func number(of job: UnownedJob) -> UInt64 {
        number?(unsafeBitCast(job, to: UnsafeRawPointer.self)) ?? 0
    }

    private typealias Enqueue = @convention(thin) (UnownedJob) -> Void
    private typealias EnqueueHook = @convention(thin) (UnownedJob, Enqueue) -> Void

    /// Sets the hooks, once.
    static func install() { _ = isInstalled }

    private static let isInstalled: Bool = {
        variable("swift_task_enqueueGlobal_hook", EnqueueHook.self)?.pointee = { job, original in
            if !MainActorWatch.shared.take(job) { original(job) }
        }
        #if canImport(Darwin)
            variable("swift_task_enqueueMainExecutor_hook", EnqueueHook.self)?.pointee = { job, _ in
                MainActorWatch.shared.add(job)
            }
        #else
            typealias Executor = @convention(thin) () -> UnownedSerialExecutor
            typealias ExecutorHook = @convention(thin) (Executor) -> UnownedSerialExecutor
            variable("swift_task_getMainExecutor_hook", ExecutorHook.self)?.pointee = { _ in
                MainExecutor.shared.asUnownedSerialExecutor()
            }
        #endif
        return true
    }()

    static func run(_ job: UnownedJob) {
        #if canImport(Darwin)
            job.runSynchronously(on: MainActor.sharedUnownedExecutor)
        #else
            job.runSynchronously(on: MainExecutor.shared.asUnownedSerialExecutor())
        #endif
    }

    /// Whether a library of tests is loaded: Swift Testing, or XCTest of Apple's systems or of others.
    fileprivate static var isProcessOfTests: Bool {
        let names = ["swt_abiv0_getEntryPoint", "OBJC_CLASS_$_XCTestCase", "$s6XCTest0A4CaseCMa"]
        return names.contains { dlsym(dlopen(nil, RTLD_LAZY), $0) != nil }
    }

    private static func function<Function>(_ name: String, _: Function.Type) -> Function? {
        dlsym(dlopen(nil, RTLD_LAZY), name).map { unsafeBitCast($0, to: Function.self) }
    }

    private static func variable<Hook>(_ name: String, _: Hook.Type) -> UnsafeMutablePointer<Hook?>? {
        dlsym(dlopen(nil, RTLD_LAZY), name)?.assumingMemoryBound(to: Hook?.self)
    }
}

/// Called by the loader, with the constructors of C (SE-0492). It stands in a file that every world uses, so that no
/// linker leaves it out.
#if canImport(Darwin)
    @section("__DATA,__mod_init_func,mod_init_funcs") @used
    private let whenLoaded: @convention(c) () -> Void = { installInTests() }
#else
    @section(".init_array") @used
    private let whenLoaded: @convention(c) () -> Void = { installInTests() }
#endif

private func installInTests() { if MainActorHooks.isProcessOfTests { MainActorHooks.install() } }

#if !canImport(Darwin)
    /// The main executor while jobs are counted: it runs them on the main queue, as the runtime's own does.
    private final class MainExecutor: SerialExecutor {
        static let shared = MainExecutor()

        func enqueue(_ job: consuming ExecutorJob) { MainActorWatch.shared.add(UnownedJob(job)) }

        /// Code on the main queue that is no job, such as a block of Dispatch, is the main actor's, too.
        func checkIsolated() { dispatchPrecondition(condition: .onQueue(.main)) }
    }
#endif
