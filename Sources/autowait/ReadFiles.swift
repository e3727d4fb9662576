import Simulation
import Synchronization

/// The files of an experiment, each read once, however many scenarios and settings name it.
///
/// A class with a lock, because several threads read scenarios.
final class ReadFiles: Sendable {
    private struct State: Sendable {
        /// By their paths.
        var sources: [ExactText: SourceText] = [:]
        var companions: [ExactText: CompanionReading] = [:]
    }

    private let state = Mutex(State())

    /// The text of a scenario.
    func source(_ path: String) throws(LoadError) -> SourceText {
        // Whoever comes second waits for the first: of a pipe each would have a part.
        try state.withLock { state throws(LoadError) in
            if let known = state.sources[ExactText(path)] { return known }
            let source = try ScenarioFile.source(path)
            state.sources[ExactText(path)] = source
            return source
        }
    }

    /// Holds a text in the place of a file that need not be there.
    func hold(_ text: String, as path: String) {
        let source = SourceText(file: path, bytes: Array(text.utf8))
        state.withLock { $0.sources[ExactText(path)] = source }
    }

    /// A file that a scenario names. Two threads may read it at the same time, and find the same.
    func companion(
        _ key: String, _ read: () throws(LoadError) -> CompanionReading
    ) throws(LoadError) -> CompanionReading {
        let key = ExactText(key)
        if let known = state.withLock({ $0.companions[key] }) { return known }
        let companion = try read()
        state.withLock { $0.companions[key] = companion }
        return companion
    }

    /// A digest of all files that were read, whatever the order was.
    var digest: Digest {
        let state = state.withLock { $0 }
        var digest = Digest()
        func mix(_ bytes: some Collection<UInt8>) {
            digest.mix(UInt64(bytes.count))
            for byte in bytes { digest.mix(UInt64(byte)) }
        }
        for (path, source) in state.sources.sorted(by: { $0.key < $1.key }) {
            mix(path.text.utf8)
            mix(source.bytes)
        }
        for (key, companion) in state.companions.sorted(by: { $0.key < $1.key }) {
            mix(key.text.utf8)
            for content in companion.record.contents { mix(content.bytes) }
            for size in companion.record.sizes {
                mix(size.path.utf8)
                digest.mix(UInt64(bitPattern: size.bytes))
            }
        }
        return digest
    }
}
