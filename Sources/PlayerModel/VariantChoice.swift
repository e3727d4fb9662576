/// Which variant of an HLS asset is fetched.
///
/// With no statistics yet, "AVFoundation's base algorithm is to pick the first applicable variant in the master
/// playlist" (session 503, A.56; the rule before iOS 13 and of `startsOnFirstEligibleVariant`).
///
/// To add a rule: a case here, and what the compiler then asks for.
public enum VariantChoice: UInt8, CaseIterable, Sendable {
    case firstListed
    case lowest
    case highest

    /// The name as a scenario has it.
    public var name: String {
        switch self {
        case .firstListed: "first-listed"
        case .lowest: "lowest"
        case .highest: "highest"
        }
    }

    /// What it does, in a sentence.
    public var about: String {
        switch self {
        case .firstListed: "The first variant in the order of the asset, as AVFoundation did before iOS 13."
        case .lowest: "The variant with the lowest bit rate."
        case .highest: "The variant with the highest bit rate."
        }
    }

    /// The index of the chosen variant among `bitRates` (bits per second, in the asset's order); of equals the first.
    /// There must be at least one.
    public func first(among bitRates: [Int64]) -> Int {
        var chosen = 0
        for index in bitRates.indices {
            switch self {
            case .firstListed: return 0
            case .lowest: if bitRates[index] < bitRates[chosen] { chosen = index }
            case .highest: if bitRates[index] > bitRates[chosen] { chosen = index }
            }
        }
        return chosen
    }
}
