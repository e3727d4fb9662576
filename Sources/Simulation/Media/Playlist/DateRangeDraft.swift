import PlayerModel

/// A tag EXT-X-DATERANGE while its playlist is being read: as much of it as matters here.
///
/// Tags of one ID say together what they say, and a later one may leave out what the first must have (rfc8216bis,
/// 4.4.5.1): so each is a draft, to be joined with the others of its ID.
struct DateRangeDraft: Sendable {
    let place: Place
    /// The text of its attributes, as offsets into the bytes of the playlist.
    let attributes: Range<Int>
    /// The bytes of its line, and those of its ID among them.
    let bytes: Int64
    private(set) var idBytes: Int64 = 0
    /// Whether it is to be played in between (rfc8216bis, appendix D), or looks so by what it names. Other ranges are
    /// for the app, and nothing to a player.
    let isInterstitial: Bool
    private(set) var id: String?
    /// START-DATE, in nanoseconds since 1970-01-01T00:00:00Z.
    var date: Int64?
    private(set) var className: String?
    private(set) var assetURI: String?
    private(set) var assetList: String?
    private(set) var resumeOffset: MediaTime?
    private(set) var playoutLimit: MediaTime?
    private(set) var cue: String?
    private(set) var snap: String?
    private(set) var restrict: String?
    /// The attribute that may be meant by START-DATE, where that is missing.
    private(set) var nearDate: String?
    /// The reason why nothing of it counts.
    private(set) var fault: String?
    /// Whether that is one of any date range, and not only of what is to be played in between.
    private(set) var isFaultOfAny = false
    /// Its faults, though nothing goes by them.
    private(set) var faults = DateRangeFaults()

    init(_ value: Range<Int>, _ scanner: inout PlaylistScanner) {
        let line = scanner.lines.line
        (place, attributes, bytes) = (scanner.linePlace, value, Int64(line.end - line.start) + 1)
        isInterstitial = Self.isInterstitial(scanner.bytes[value])
        do throws(PlaylistProblem) {
            // How the others are spaced is no matter of a player's.
            let list =
                isInterstitial
                ? try scanner.attributes(.dateRange, value)
                : try PlaylistAttributes(.dateRange, value, scanner.lines)
            idBytes = Int64(list.find("ID", in: scanner.bytes)?.value.count ?? 0)
            do throws(PlaylistProblem) { try read(list, &scanner) } catch { pass(over: error) }
            faults.check(list, start: date, &scanner)
            if fault != nil { return }
            do throws(PlaylistProblem) { try readEvent(list, &scanner) } catch { fault = error.diagnostic.message }
        } catch {
            pass(over: error)
        }
    }

    /// Nothing of the tag counts. One that requires what a player does not know is none to that, and no fault
    /// (rfc8216bis, 6.3.1).
    private mutating func pass(over problem: PlaylistProblem) {
        fault = problem.diagnostic.message
        if case .passedOver = problem.kind { return }
        isFaultOfAny = true
    }

    private static func isInterstitial(_ text: ArraySlice<UInt8>) -> Bool {
        ["\"\(PlaylistInterstitial.ownClass)\"", "X-ASSET-URI=", "X-ASSET-LIST="].contains { mark in
            let mark = Array(mark.utf8)
            guard text.count >= mark.count else { return false }
            return (text.startIndex...text.endIndex - mark.count).contains { text[$0...].starts(with: mark) }
        }
    }

    private mutating func read(
        _ list: PlaylistAttributes, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) {
        // The age of a tag in a live playlist goes by its date, whatever else is wrong with it.
        var problem: PlaylistProblem?
        do throws(PlaylistProblem) { date = try scanner.date("START-DATE", list) } catch { problem = error }
        if let name = list.unknownRequirement(in: scanner.bytes) {
            let part = PlaylistProblem.UnknownPart.requirement(scanner.string(name), .dateRange)
            throw scanner.lines.problem(.passedOver(part, .dateRange), at: name.lowerBound)
        }
        id = try scanner.requiredString("ID", list)
        className = try scanner.quotedString("CLASS", list)
        if let problem { throw problem }
        if date == nil, isInterstitial {
            nearDate = NearMiss.find("START-DATE", among: list.list.prefix(64).map { scanner.string($0.name) })
        }
    }

    private mutating func readEvent(
        _ list: PlaylistAttributes, _ scanner: inout PlaylistScanner
    ) throws(PlaylistProblem) {
        cue = try scanner.quotedString("CUE", list)
        snap = try scanner.quotedString("X-SNAP", list)
        restrict = try scanner.quotedString("X-RESTRICT", list)
        resumeOffset = try scanner.signedTime("X-RESUME-OFFSET", list)
        playoutLimit = try scanner.time("X-PLAYOUT-LIMIT", list)
        assetURI = try scanner.quotedString("X-ASSET-URI", list)
        assetList = try scanner.quotedString("X-ASSET-LIST", list)
    }

    /// Takes what another tag of its ID says and it does not.
    mutating func add(_ other: DateRangeDraft) {
        date = date ?? other.date
        className = className ?? other.className
        assetURI = assetURI ?? other.assetURI
        assetList = assetList ?? other.assetList
        resumeOffset = resumeOffset ?? other.resumeOffset
        playoutLimit = playoutLimit ?? other.playoutLimit
        cue = cue ?? other.cue
        snap = snap ?? other.snap
        restrict = restrict ?? other.restrict
        nearDate = nearDate ?? other.nearDate
    }

    /// The attributes of an interstitial event that it goes by.
    static let played = [
        "START-DATE", "CLASS", "X-ASSET-URI", "X-ASSET-LIST", "X-RESUME-OFFSET", "X-PLAYOUT-LIMIT", "CUE", "X-SNAP",
        "X-RESTRICT",
    ]

    /// Warns of the fault of a tag that is of no event.
    func warnOfFault(_ scanner: inout PlaylistScanner) {
        if let fault, isFaultOfAny { scanner.warn(.rule(.dateRange(why: fault)), place) }
    }

    /// Whether CUE has both PRE and POST, of which it must have one.
    var hasBothCues: Bool {
        let words = Self.words(cue)
        return words.contains("PRE") && words.contains("POST")
    }

    /// Warns of words that attributes do not have: they count for nothing.
    func warnOfWords(_ scanner: inout PlaylistScanner) {
        if hasBothCues { scanner.warn(.rule(.bothCues(isPlayed: true)), place) }
        let attributes: [(String, String?, [ExactText])] = [
            ("CUE", cue, ["PRE", "POST", "ONCE"]), ("X-SNAP", snap, ["OUT", "IN"]),
            ("X-RESTRICT", restrict, ["SKIP", "JUMP"]),
        ]
        for (name, text, known) in attributes {
            for word in Self.words(text) where !known.contains(word) {
                let why = "\(name) has \(known.texts.joined(separator: ", "))"
                scanner.warn(.ignored("'\(PlaylistWords.cut(word.text))'", why: why), place)
            }
        }
    }

    /// The words of an attribute that may have several. Spaces around its commas are passed over, as hls.js does it
    /// (src/utils/attr-list.ts, `enumeratedStringList`).
    static func words(_ text: String?) -> [ExactText] {
        (text ?? "").utf8.split(separator: UInt8(ascii: ",")).compactMap { part in
            let bytes = part.drop { $0 == .space }
            let end = bytes.lastIndex { $0 != .space }
            return end.map { ExactText(String(decoding: bytes[...$0], as: UTF8.self)) }
        }
    }
}

extension ContiguousArray<DateRangeDraft> {
    /// Joins the tags of one ID, gives each of them their date, and returns the interstitial events that they make, in
    /// the order of the first tags. A live playlist may list an event again; it is the same. O(n log n).
    mutating func join(_ scanner: inout PlaylistScanner) -> [PlaylistInterstitial] {
        for tag in self { for why in tag.faults.words { scanner.warn(.rule(.dateRange(why: why)), tag.place) } }
        // One alone that is in order has nothing to be joined with.
        guard
            count > 1
                || contains(where: {
                    $0.isInterstitial || $0.date == nil || $0.fault != nil || $0.faults.endsOnNext || $0.hasBothCues
                })
        else { return [] }
        for tag in self where tag.id == nil {
            if tag.isInterstitial {
                scanner.warn(.interstitial(why: tag.fault ?? ""), tag.place)
            } else {
                tag.warnOfFault(&scanner)
            }
        }
        let order = indices.filter { self[$0].id != nil }.sorted { left, right in
            isSame(left, right) ? left < right : ByteOrder.precedes(self[left].id ?? "", self[right].id ?? "")
        }
        var events: [(first: Int, event: PlaylistInterstitial)] = []
        let someEndOnNext = contains { $0.faults.endsOnNext }
        var overlaps = DateRangeOverlaps()
        var lower = 0
        while lower < order.count {
            let upper = order[lower...].firstIndex { !isSame($0, order[lower]) } ?? order.count
            let tags = order[lower..<upper]
            let dated = tags.first { self[$0].date != nil } ?? order[lower]
            for tag in tags where self[tag].date == nil { self[tag].date = self[dated].date }
            warnOfRules(tags, &scanner)
            if someEndOnNext { overlaps.add(tags.map { self[$0] }) }
            if let event = event(of: tags, &scanner) { events.append((order[lower], event)) }
            lower = upper
        }
        overlaps.warn(&scanner)
        return events.sorted { $0.first < $1.first }.map { $0.event }
    }

    /// Warns of what the tags of one ID must say together and do not, or must not and do.
    private func warnOfRules(_ tags: ArraySlice<Int>, _ scanner: inout PlaylistScanner) {
        let isInterstitial = tags.contains { self[$0].isInterstitial }
        for tag in tags where !isInterstitial {
            self[tag].warnOfFault(&scanner)
            if self[tag].hasBothCues { scanner.warn(.rule(.bothCues(isPlayed: false)), self[tag].place) }
        }
        let faults = tags.map { self[$0].faults }
        let words = DateRangeFaults.words(
            ofAll: faults, isInterstitial: isInterstitial, hasClass: tags.contains { self[$0].className != nil })
        for why in words { scanner.warn(.rule(.dateRange(why: why)), self[tags[tags.startIndex]].place) }
        if let (tag, why) = DateRangeFaults.fault(ofEndAmong: faults) {
            scanner.warn(.rule(.dateRange(why: why)), self[tags[tags.startIndex + tag]].place)
        }
        for (tag, name) in contradictions(among: tags.filter { self[$0].fault == nil }, &scanner) {
            let isPlayed =
                isInterstitial && DateRangeDraft.played.contains { $0.isSpelt(name) }
            let why = "\(name) is not that of another #EXT-X-DATERANGE of this ID, as it must be"
            scanner.warn(isPlayed ? .contradiction(name) : .rule(.dateRange(why: why)), self[tag].place)
        }
    }

    private func isSame(_ left: Int, _ right: Int) -> Bool {
        self[left].id?.isSpelt(self[right].id ?? "") ?? false
    }

    /// The event that tags of one ID make; nil where they are about something else, or something of it is missing.
    private func event(of tags: ArraySlice<Int>, _ scanner: inout PlaylistScanner) -> PlaylistInterstitial? {
        guard tags.contains(where: { self[$0].isInterstitial }) else { return nil }
        let usable = tags.filter { self[$0].fault == nil }
        let own = usable.first { self[$0].isInterstitial }
        for tag in tags {
            guard let why = self[tag].fault else { continue }
            scanner.warn(own == nil ? .interstitial(why: why) : .dateRange(why: why), self[tag].place)
        }
        guard let own else { return nil }
        var joined = self[usable[0]]
        for tag in usable { self[tag].warnOfWords(&scanner) }
        for tag in usable.dropFirst() { joined.add(self[tag]) }
        if joined.assetURI != nil, let list = usable.first(where: { self[$0].assetList != nil }) {
            scanner.warn(.ignored("X-ASSET-LIST", why: "X-ASSET-URI says it already"), self[list].place)
        }
        do throws(PlaylistInterstitial.Fault) {
            return try PlaylistInterstitial(joined, at: self[own].place)
        } catch {
            scanner.warn(.interstitial(why: error.why), self[own].place)
            return nil
        }
    }
}
