extension PopulationFormat {
    /// Whether a text is a population or is meant as one, so that the mistakes of one are told: the word by which it is
    /// one may have a slip. Where that is missing, it has a list that populations have and scenarios do not, and
    /// nothing that scenarios alone have, such as media that are no list.
    package static func isMeant(by bytes: [UInt8]) -> Bool {
        guard let root = JSONNode(json: bytes) else { return false }
        if let kind = root.member("kind") {
            return kind.string.map { NearMiss.find($0, among: ["population"]) != nil } ?? false
        }
        // A script, or one medium, is of a scenario alone: for nearly all of them the formats need not be made.
        if root.member("script") != nil || root.member("media")?.members.isEmpty == false { return false }
        let scenario = ScenarioFormat.whole
        let (own, others) = (PopulationFormat(scenario).shape.members, scenario.shape.members)
        func find(_ name: String, _ members: [Shape.Member]) -> Shape? { members.first { $0.name == name }?.shape }
        let lists = root.members.filter { !$0.value.elements.isEmpty }
        return lists.contains { find($0.name, own) != nil && find($0.name, others) == nil }
            && root.members.allSatisfy { member in
                find(member.name, own)?.fits(member.value.value) ?? (find(member.name, others) == nil)
            }
    }
}
