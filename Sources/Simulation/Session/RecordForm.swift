import PlayerModel

/// The entry of a record in the table of records: its word in the log, its number in the digest, its fields in the
/// order of the log, and a text that is filled from them.
///
///     Record ── form ──▶ RecordForm ──▶ the digest of a run      (TraceDigest)
///                                  ──▶ a line of a log          (LogWriter)
///                                  ──▶ a line of `--trace`      (TraceText)
///                                  ──▶ whether all that it names is in a scenario (EntryFit)
///
/// Those who read it look at the roles of the fields, never at which record it is. Nothing is allocated for it.
struct RecordForm: Sendable {
    /// The component that acts, as a line of the trace begins.
    enum Speaker: String, Sendable { case script, network, loader, player, traffic, event }

    let word: RecordWord
    let digest: DigestRecipe
    let speaker: Speaker
    /// `{0}` stands for the first field in words, `{1}` for the second one, and so on.
    let text: StaticString
    private let fields: (RecordField, RecordField, RecordField, RecordField)

    @inline(__always)
    init(
        _ word: RecordWord, _ digest: DigestRecipe, by speaker: Speaker? = nil, _ text: StaticString,
        _ first: RecordField = .none, _ second: RecordField = .none, _ third: RecordField = .none,
        _ fourth: RecordField = .none
    ) {
        (self.word, self.digest, self.text) = (word, digest, text)
        self.speaker = speaker ?? word.speaker
        fields = (first, second, third, fourth)
    }

    static let places: Range<Int8> = 0..<4

    /// The field at a place; `none` where there is none.
    subscript(place: Int8) -> RecordField {
        @inline(__always) get {
            switch place {
            case 0: fields.0
            case 1: fields.1
            case 2: fields.2
            case 3: fields.3
            default: .none
            }
        }
    }
}

/// How a record is mixed into the digest of a run: its number, and which fields follow it.
struct DigestRecipe: ExpressibleByIntegerLiteral, Sendable {
    /// 0 where it is left out.
    let number: UInt8
    /// A second number; 0 is none.
    let detail: UInt8
    /// The places of fields; -1 is none.
    let places: (Int8, Int8, Int8, Int8)

    private init(_ number: UInt8, _ detail: UInt8, _ places: (Int8, Int8, Int8, Int8)) {
        (self.number, self.detail, self.places) = (number, detail, places)
    }

    /// A number alone: all fields follow it, in the order of the log.
    init(integerLiteral number: UInt8) { self.init(number, 0, (0, 1, 2, 3)) }

    static var unmixed: DigestRecipe { DigestRecipe(0, 0, (-1, -1, -1, -1)) }

    /// A number, and the fields at those places alone.
    static func mixed(
        _ number: UInt8, _ first: Int8, _ second: Int8 = -1, _ third: Int8 = -1, _ fourth: Int8 = -1
    ) -> DigestRecipe { DigestRecipe(number, 0, (first, second, third, fourth)) }

    /// A note of the network, by its own number, and its first field alone.
    static func note(_ detail: UInt8) -> DigestRecipe { DigestRecipe(12, detail, (0, -1, -1, -1)) }
}

/// A field of a record. Its role says how it is written, what it is in words, and what it names.
enum RecordField: Equatable, Sendable {
    case none

    // Names of things in the scenario, by their indices.

    case action(Int32)
    /// The resource that a slot of the loader is for.
    case resource(Int32)
    case host(Int32)
    /// A source of other traffic.
    case source(Int32)
    case asset(Int32)
    case track(UInt16, asset: Int32)
    case pathway(Int32, asset: Int32)
    case variant(Int32)
    case switching(to: Int32, from: Int32)
    case loading(variant: Int32, item: Int32)
    case item(Int32)
    /// The item that is current; -1 is none.
    case currentItem(Int32)

    // Quantities.

    /// A number that says all by itself: of bytes, or of which slot, chunk or track.
    case number(Int64)
    case exchange(ExchangeID)
    /// The chunks of a request in a slot of the loader: the first, and the one behind the last.
    case chunks(first: Int32, end: Int32, slot: Int32)
    /// Nanoseconds, in words milliseconds.
    case milliseconds(Int64)
    /// Nanoseconds, in words seconds.
    case seconds(Int64)
    /// Nanoseconds, in words seconds to the millisecond.
    case roundedSeconds(Int64)
    /// Bits per second; below 0 is without limit.
    case capacity(Int64)
    /// Parts of a million, in words per cent.
    case perMillion(Int64)
    case rate(Rate)
    case flag(Bool)

    // Words.

    case direction(Direction)
    case status(TimeControlStatus)
    case reason(WaitingReason?)
    case cause(Cause)
    case judgement(KeepUp.Reason)
    case failure(LoadFailure)
    case exception(PlayerException)

    @inline(__always)
    static func count(_ value: some FixedWidthInteger) -> RecordField { .number(Int64(value)) }

    @inline(__always)
    static func chunks(_ request: Request) -> RecordField {
        .chunks(first: request.firstChunk, end: request.endChunk, slot: request.id.slot)
    }
}
