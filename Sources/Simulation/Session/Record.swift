import PlayerModel

/// One thing that happened.
package enum Record: Equatable, Sendable {
    case action(Int32)
    case offer(NetworkOffer)
    case host(HostOffer)
    case requested(Request)
    case allowed(Request)
    case cancelled(ExchangeID)
    /// The answer began at that instant, in nanoseconds; it is written down when the first chunk of it is in.
    case answered(slot: Int32, firstByte: Int64)
    case wasted(bytes: Int64, slot: Int32)
    /// A chunk came in, after keeping the network busy for so many nanoseconds.
    case loaded(bytes: Int64, busy: Int64, chunk: Int32, track: UInt16)
    /// Something that is no media came in: a playlist, an initialization section, a key.
    case fetched(bytes: Int64, slot: Int32)
    /// Another variant is wanted from the next segment on, or the first of it was taken in: both by their places in
    /// the playlist. The throughput is what the player reckoned with, in bits per second; -1 where it knew none.
    case switches(from: Int32, to: Int32, throughput: Int64)
    case switched(from: Int32, to: Int32)
    /// A variant has failed, and is left out until that instant, in nanoseconds; -1 where no time is set.
    case excludes(variant: Int32, until: Int64)
    case recovery(RecoveryNote)
    /// A steering manifest has made a pathway.
    case cloned(MadePathway)
    /// The media that was loaded of a track is dropped, of all items of an asset: another language takes its place.
    case dropped(asset: Int32, track: UInt16)
    case live(LiveNote)
    case gap(GapNote)
    case interstitial(InterstitialNote)
    /// Another item is current, by its number, and where it begins, or none (-1); and whether the one before finished.
    case item(Int32, at: MediaTime, isFinished: Bool)
    /// That item is loaded from now on, in that variant until another is switched to. Of several assets the variants
    /// are numbered one after the other.
    case loads(item: Int32, variant: Int32)
    case announced(Announcement)
    /// Other apps are, or are no longer, loading something: by the source's index.
    case traffic(source: Int32, TrafficChange)
    case network(NetworkNote)
    case event(Event)
}

/// The table of records: of each, all that the digest, the log and the words of a trace know of it. How a line of the
/// log is read stands behind how it is written, in the same order.
extension Record {
    var form: RecordForm {
        switch self {
        case .action(let index): .init(.loader(.action), 1, by: .script, "{0}", .action(index))
        case .offer(let offer): offer.form
        case .host(let offer): offer.form
        case .requested(let request):
            .init(.loader(.requested), .mixed(4, 1), "makes {0}{1}", .exchange(request.id), .chunks(request))
        case .allowed(let request):
            .init(.loader(.allowed), .mixed(5, 1), "has room for {0}{1}", .exchange(request.id), .chunks(request))
        case .cancelled(let id): .init(.loader(.cancelled), 6, "cancels {0}", .exchange(id))
        // It follows from what else is written down, and says how a wait was made up, not that anything happened.
        case .answered(let slot, let firstByte):
            .init(
                .loader(.answered), .unmixed, "has an answer for the {0}, which began at {1}",
                .resource(slot), .seconds(firstByte))
        case .wasted(let bytes, let slot):
            .init(
                .loader(.wasted), .mixed(7, 1, 0), by: .network, "sent {1} bytes of the {0} in vain", .resource(slot),
                .count(bytes))
        case .loaded(let bytes, let busy, let chunk, let track):
            .init(
                .loader(.loaded), .mixed(8, 2, 3, 1, 0),
                "loaded chunk {1} of track {0}: {2} bytes in {3}", .count(track), .count(chunk), .count(bytes),
                .milliseconds(busy))
        case .fetched(let bytes, let slot):
            .init(.loader(.fetched), .mixed(13, 1, 0), "fetched the {0}: {1} bytes", .resource(slot), .count(bytes))
        case .switches(let from, let to, let throughput):
            .init(
                .loader(.switches), .mixed(16, 0, 1), "{1}", .variant(from), .switching(to: to, from: from),
                .count(throughput))
        case .switched(let from, let to):
            .init(
                .loader(.switched), 17, "has the first of variant {1} after variant {0}", .variant(from),
                .variant(to))
        case .excludes(let variant, let end):
            .init(
                .loader(.excludes), 51,
                end < 0 ? "leaves variant {0} out without a time limit" : "leaves variant {0} out until {1}",
                .variant(variant), .seconds(end))
        case .recovery(let note): note.form
        case .cloned(let made): made.form
        case .dropped(let asset, let track):
            .init(
                .loader(.dropped), 19, "drops what is loaded of the audio", .asset(asset),
                .track(track, asset: asset))
        case .item(let id, let start, let isFinished):
            .init(
                .player(.item), .mixed(9, 0),
                id < 0 ? "has no item" : id == 0 ? "has an item" : "has {0}", .currentItem(id),
                .seconds(start.nanoseconds), .flag(isFinished))
        case .loads(let item, let variant):
            .init(.loader(.loads), 18, "{1}", .item(item), .loading(variant: variant, item: item))
        case .announced(let announcement): announcement.form
        case .traffic(let source, let change): change.form(ofSource: source)
        case .network(let note): note.form
        case .live(let note): note.form
        case .gap(let note): note.form
        case .interstitial(let note): note.form
        case .event(let event): event.form
        }
    }

    static func read(_ word: RecordWord, _ player: Int16, _ line: inout LineFields) -> Record {
        switch word {
        case .network(let word): read(word, &line)
        case .loader(let word): read(word, &line)
        case .player(let word): read(word, &line)
        case .event(let word): .event(.read(word, &line))
        case .playerEvent(let word): .event(.read(word, player, &line))
        }
    }

    private static func read(_ word: RecordWord.OfNetwork, _ line: inout LineFields) -> Record {
        switch word {
        case .capacity: .offer(.capacity(down: line.number(), up: line.number()))
        case .delay: .offer(.delay(down: line.number(), up: line.number()))
        case .loss: .offer(.loss(down: line.number(), up: line.number()))
        case .dnsDelay: .offer(.dnsDelay(line.number()))
        case .hostCapacity, .hostDelay, .hostLoss, .hostLookUps: .host(.read(word, &line))
        case .traffic: .traffic(source: line.integer(), line.flag() ? .begins : .rests)
        case .trafficGaveUp: .traffic(source: line.integer(), .givesUp)
        case .lookedUp: .network(.lookedUp(host: line.integer()))
        case .connected: .network(.connected(host: line.integer()))
        case .secured: .network(.secured(host: line.integer()))
        }
    }

    private static func read(_ word: RecordWord.OfLoader, _ line: inout LineFields) -> Record {
        switch word {
        case .action: return .action(line.integer())
        case .requested: return .requested(line.request())
        case .allowed: return .allowed(line.request())
        case .cancelled: return .cancelled(line.exchange())
        case .answered: return .answered(slot: line.integer(), firstByte: line.number())
        case .wasted:
            let slot: Int32 = line.integer()
            return .wasted(bytes: line.number(), slot: slot)
        case .loaded:
            let (track, chunk): (UInt16, Int32) = (line.integer(), line.integer())
            return .loaded(bytes: line.number(), busy: line.number(), chunk: chunk, track: track)
        case .fetched:
            let slot: Int32 = line.integer()
            return .fetched(bytes: line.number(), slot: slot)
        case .switches: return .switches(from: line.integer(), to: line.integer(), throughput: line.number())
        case .switched: return .switched(from: line.integer(), to: line.integer())
        case .excludes: return .excludes(variant: line.integer(), until: line.number())
        case .asksAnew: return .recovery(.asksAnew(slot: line.integer(), at: line.instant()))
        case .asksLater: return .recovery(.asksLater(slot: line.integer()))
        case .doesWithout: return .recovery(.doesWithout(slot: line.integer()))
        case .cloned: return .cloned(MadePathway(asset: line.integer(), pathway: line.integer()))
        case .loads: return .loads(item: line.integer(), variant: line.integer())
        case .skips: return .live(.skips(to: line.place(), isFirst: line.flag()))
        case .paces: return .live(.paces(line.rate(), behind: line.place()))
        case .gap: return .gap(.elsewhere(at: line.place(), from: line.integer(), to: line.integer()))
        case .gapOfAll: return .gap(.absent(from: line.place(), to: line.place(), track: line.integer()))
        case .skipsGap: return .gap(.skips(from: line.place(), to: line.place()))
        case .listed:
            return .live(
                .listed(slot: line.integer(), first: line.integer(), end: line.integer(), isEnded: line.flag()))
        case .interstitial: return .interstitial(.began(line.integer()))
        case .interstitialEnds: return .interstitial(.ended(line.integer(), resumesAt: line.place()))
        case .interstitialOff: return .interstitial(.calledOff(line.integer()))
        case .interstitialNews: return .interstitial(.listed(line.integer(), isLate: line.flag()))
        case .dropped: return .dropped(asset: line.integer(), track: line.integer())
        case .retries: return .network(.retries(slot: line.integer(), line.failure(), at: line.instant()))
        case .gaveUp: return .network(.gaveUp(slot: line.integer(), line.failure()))
        }
    }
}

extension MadePathway {
    var form: RecordForm {
        .init(
            .loader(.cloned), 50, "has a steering manifest that makes {1}", .asset(asset),
            .pathway(pathway, asset: asset))
    }
}

extension NetworkNote {
    var form: RecordForm {
        switch self {
        case .lookedUp(let host): .init(.network(.lookedUp), .note(1), "the address of {0} is known", .host(host))
        case .connected(let host):
            .init(.network(.connected), .note(2), "a connection to {0} is open", .host(host))
        case .secured(let host): .init(.network(.secured), .note(3), "a connection to {0} is secured", .host(host))
        case .retries(let slot, let failure, let again):
            .init(
                .loader(.retries), .note(4), by: .network, "a request for {0} failed ({1}): it is made again",
                .resource(slot), .failure(failure), .seconds(again.nanoseconds))
        case .gaveUp(let slot, let failure):
            .init(
                .loader(.gaveUp), .note(5), by: .network, "a request for {0} failed ({1}): it is given up",
                .resource(slot), .failure(failure))
        }
    }
}
