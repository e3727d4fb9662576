import Testing

/// A test of a process of its own goes on before the others.
///
/// From the end of such a process on, a thread of Swift Testing's asks the system for it, without a rest, until the
/// test has come to wait for it. Behind thousands of others that would take a minute, in which a core does nothing
/// else. What has a higher priority has threads of its own.
struct PromptTrait: TestTrait, SuiteTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        try await withoutActuallyEscaping(function) { function in
            try await Task(priority: .high) { try await function() }.value
        }
    }
}

extension Trait where Self == PromptTrait {
    static var prompt: Self { PromptTrait() }
}
