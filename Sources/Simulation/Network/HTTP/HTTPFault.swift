import SimulationContainers
import PlayerModel

/// A fault that is injected into requests on purpose: what goes wrong, with which of them, and how often.
package struct HTTPFault: Equatable, Sendable {
    /// The event that takes the place of a response.
    package enum Kind: Equatable, Sendable {
        case status(Int16)
        /// The connection is reset after so many bytes of the body.
        case reset(afterBytes: Int64)
        /// The server falls silent after so many bytes of the body.
        case silence(afterBytes: Int64)
        /// The response ends after so many bytes of the body, which is less than its head says.
        case truncation(afterBytes: Int64)
        /// The head says that length, whatever the body has.
        case length(Int64)
        /// The server sends the body at so many bits per second at most, a portion every tenth of a second, or a byte
        /// where that is less.
        case slowness(bitsPerSecond: Int64)
        /// A playlist comes that has no segments.
        case emptyPlaylist

        /// The bytes of a body of `whole` bytes that are sent.
        func sent(of whole: Int64) -> Int64 {
            switch self {
            case .reset(let limit), .silence(let limit), .truncation(let limit): min(limit, whole)
            case .status, .emptyPlaylist: 0
            // Behind a head that says nothing comes there is nothing.
            case .length(let said): said > 0 ? whole : 0
            case .slowness: whole
            }
        }

        /// How a response of `whole` bytes fails, and the bytes of its body that have come by then; nil where it does
        /// not fail by itself.
        func failure(of whole: Int64) -> (LoadFailure, atBytes: Int64)? {
            switch self {
            case .status(let status): (.badStatus(status), 0)
            case .emptyPlaylist: (.unreadable, 0)
            case .reset(let limit): limit < whole ? (.connectionLost, limit) : nil
            case .truncation(let limit): limit < whole ? (.wrongLength, limit) : nil
            case .length(let said): said == whole ? nil : (.wrongLength, min(said, whole))
            case .silence, .slowness: nil
            }
        }

        /// The bytes of such a body, from its beginning, that a client can use if they come: a body is not taken for
        /// whole that ends before its head says it does.
        func usable(of whole: Int64) -> Int64 {
            switch self {
            case .length(let said): said > whole ? whole - 1 : said
            case .status, .emptyPlaylist: 0
            case .reset, .silence, .truncation, .slowness: whole
            }
        }

        /// The bytes that come in the place of a body: of a page that tells of an error, or of `#EXTM3U` alone.
        var insteadOfBody: Int64? {
            switch self {
            case .status: 500
            case .emptyPlaylist: 8
            case .reset, .silence, .truncation, .length, .slowness: nil
            }
        }

        /// The bytes of a portion; nil where the body is sent as fast as the network takes it.
        var portion: Int64? {
            if case .slowness(let rate) = self { max(1, rate / 80) } else { nil }
        }

        /// The time from a portion of so many bytes to the next one.
        func pause(after bytes: Int64) -> TimeAmount {
            guard case .slowness(let rate) = self else { return .zero }
            return TimeAmount(nanoseconds: proportion(bytes, 8_000_000_000, over: rate, .up))
        }
    }

    package var kind: Kind
    /// The kind of resource that the fault hits; nil is any.
    package var resource: Resource.Kind?
    /// The variant, as resources number it; nil is any.
    package var variant: Int32?
    /// The host, by its place among those of the network; nil is any.
    package var host: Int32?
    /// The player whose requests it hits, by its place among all; nil is any.
    package var group: Int32?
    /// The chunks that the request may begin with; nil is any.
    package var chunks: ClosedRange<Int32>?
    /// The requests that it hits are made from the first of these instants on, and before the second.
    package var since = Instant.zero
    package var until = Instant.never
    /// The first request that the fault hits, from 1, among those that match.
    package var from: Int64 = 1
    /// How many it hits; nil is all.
    package var times: Int64? = 1
    /// How likely each of them is hit, in millionths; nil is always.
    package var chance: Int64?

    package init(_ kind: Kind) { self.kind = kind }

    /// Whether it may hit requests for a resource at all.
    package func fits(_ resource: Resource) -> Bool {
        (self.resource.map { $0 == resource.kind } ?? true) && (variant.map { $0 == resource.variant } ?? true)
            && (host.map { $0 == resource.host } ?? true) && (group.map { $0 == resource.group } ?? true)
            && (chunks.map { Int64($0.lowerBound) < resource.chunks.count } ?? true)
            && (kind != .emptyPlaylist || resource.kind.isPlaylist)
    }
}

/// The faults of a network, and how often each was met.
struct FaultPlan: Sendable {
    private let faults: [HTTPFault]
    /// The places in the list of faults of one chunk, by chunk and of one chunk in order; and of all others, in order.
    private let ofOneChunk: ContiguousArray<(chunk: Int32, place: Int)>
    private let ofMore: ContiguousArray<Int>
    /// Those of players; other apps' requests do not fail.
    private let namedHosts: Int
    /// For each fault, the number of requests that it matched, and that it hit.
    private(set) var matched: ContiguousArray<Int64>
    private(set) var hits: ContiguousArray<Int64>
    /// Likewise, the number that it would have hit, had not one before it in the list.
    private(set) var missed: ContiguousArray<Int64>
    private var random: RandomStream
    private(set) var hasDrawn = false

    init(_ faults: [HTTPFault], namedHosts: Int, seed: UInt64) {
        self.faults = faults
        self.namedHosts = namedHosts
        var (ofOneChunk, ofMore): (ContiguousArray<(chunk: Int32, place: Int)>, ContiguousArray<Int>) = ([], [])
        for (place, fault) in faults.enumerated() {
            if let chunks = fault.chunks, chunks.lowerBound == chunks.upperBound {
                ofOneChunk.append((chunks.lowerBound, place))
            } else {
                ofMore.append(place)
            }
        }
        ofOneChunk.sort { ($0.chunk, $0.place) < ($1.chunk, $1.place) }
        (self.ofOneChunk, self.ofMore) = (ofOneChunk, ofMore)
        matched = ContiguousArray(repeating: 0, count: faults.count)
        (hits, missed) = (matched, matched)
        random = RandomStream(seed: seed, name: "faults")
    }

    var isEmpty: Bool { faults.isEmpty }

    /// The fault of a request that is made now and begins with a chunk: the first in the list that hits it. All that
    /// match count it. Those of another chunk alone are not walked through.
    mutating func take(_ resource: Resource, from chunk: Int32, at now: Instant) -> HTTPFault.Kind? {
        guard Int(resource.host) < namedHosts else { return nil }
        var kind: HTTPFault.Kind?
        var one = partitionPoint(in: ofOneChunk.indices) { ofOneChunk[$0].chunk >= chunk }
        var more = 0
        while true {
            let next = one < ofOneChunk.count && ofOneChunk[one].chunk == chunk ? ofOneChunk[one].place : faults.count
            let index = more < ofMore.count ? min(next, ofMore[more]) : next
            guard index < faults.count else { break }
            if index == next { one += 1 } else { more += 1 }
            let fault = faults[index]
            guard fault.fits(resource), fault.chunks?.contains(chunk) ?? true else { continue }
            guard now >= fault.since, now < fault.until else { continue }
            matched[index] += 1
            guard matched[index] >= fault.from else { continue }
            var isHit = true
            if let chance = fault.chance {
                hasDrawn = true
                let counted = hits[index] + missed[index]
                isHit = random.below(1_000_000) < UInt64(chance) && counted < fault.times ?? .max
            } else if let times = fault.times {
                isHit = matched[index] - fault.from < times
            }
            guard isHit else { continue }
            guard kind == nil else {
                missed[index] += 1
                continue
            }
            hits[index] += 1
            kind = fault.kind
        }
        return kind
    }
}
