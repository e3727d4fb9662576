extension KeepUp {
    /// Rules that are asked whatever a player asks its own, and have no say: which of them would have had the very same
    /// session?
    ///
    /// A player takes two things from its rule: the outlook, and when to ask again. The reason is only told. So with a
    /// rule whose answers are the same everything is the same but the reasons, and whoever compares rules need not run
    /// it again:
    ///
    ///     player ── question ──▶ its own rule ── outlook, when to ask again ──▶ player
    ///                   └──────▶ bystanders   ── the same? ──▶ agrees
    ///
    /// A rule that wants to be asked again later, or not at all, may still agree: what it would not have been asked in
    /// between must have changed nothing.
    public struct Bystanders: Sendable {
        private struct Bystander: Sendable {
            let rule: KeepUp
            var agrees = true
            /// When to ask it again, by its last answer; and when the player would be woken if that were its rule.
            var reconsiderAt: Instant?
            var due = Instant.never
        }

        private var all: ContiguousArray<Bystander> = []

        /// Nobody.
        public static let none = Bystanders([])

        /// All of them agree as long as nothing was asked.
        public init(_ rules: some Sequence<KeepUp>) { all = ContiguousArray(rules.map { Bystander(rule: $0) }) }

        /// Whether there is any.
        @inline(__always)
        var isUsed: Bool { !all.isEmpty }

        var indices: Range<Int> { all.indices }

        /// Asks them what the player's rule has answered.
        mutating func hear(_ verdict: Verdict, on question: Question, seeing buffer: BufferState) {
            for place in all.indices where all[place].agrees {
                let own = all[place].rule.verdict(on: question, seeing: buffer)
                all[place].agrees = own.outlook == verdict.outlook
                all[place].reconsiderAt = own.reconsiderAt
            }
        }

        /// The player's verdict as that rule would have given it.
        func answer(_ place: Int, insteadOf verdict: Verdict) -> Verdict {
            var own = verdict
            own.reconsiderAt = all[place].reconsiderAt
            return own
        }

        /// With that rule the player would be woken at `own`; it is woken at `due`, after which it would have missed
        /// something.
        mutating func wakes(_ place: Int, at own: Instant, not due: Instant) {
            if own < due { all[place].agrees = false }
            all[place].due = own
        }

        /// Nobody is woken any more.
        mutating func rest() {
            for place in all.indices { all[place].due = .never }
        }

        /// The player was woken at `now`, and `before` were the others then. Those that would not have been must find
        /// that nothing has happened.
        mutating func settle(wokenAt now: Instant, _ before: Bystanders, hasDoneAnything: Bool) {
            for place in all.indices where before.all[place].due > now {
                if hasDoneAnything || all[place].due != before.all[place].due { all[place].agrees = false }
            }
        }

        /// By rule, whether a session would have been the same with it in which the player is woken next at `due`.
        func agreeing(due: Instant) -> [Bool] { all.map { $0.agrees && $0.due == due } }
    }
}
