#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// The memory of this process, as the system tells it.
enum ProcessMemory {
    /// The peak in bytes: since the process began, or since it was last forgotten.
    static var peak: Int64 {
        var usage = rusage()
        #if canImport(Glibc)
            getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
            getrusage(RUSAGE_SELF, &usage)
        #endif
        #if canImport(Darwin)
            return Int64(usage.ru_maxrss)
        #else
            return Int64(usage.ru_maxrss) * 1024
        #endif
    }

    /// Forgets the peak, so that another begins. Linux can do that (proc(5), clear_refs); elsewhere it stays.
    static func forgetPeak() {
        let file = open("/proc/self/clear_refs", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        _ = write(file, "5", 1)
        close(file)
    }
}
