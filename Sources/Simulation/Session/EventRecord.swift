import PlayerModel

/// The table of events, of which `Record` is made.
extension Event {
    var form: RecordForm {
        switch self {
        case .network(.request(let request)):
            .of(.event(.request), "network: {0} is made{1}", .exchange(request.id), .chunks(request))
        case .network(.requestOrTurn(let request)):
            .of(
                .event(.requestOrTurn), "network: {0} is made{1}, or the player turns to another variant",
                .exchange(request.id), .chunks(request))
        case .network(.mayTurn(let id, let mayTurn)):
            .of(
                .event(.mayTurn),
                mayTurn
                    ? "network: where {0} fails, there is now another variant to turn to"
                    : "network: where {0} fails, there is no longer another variant to turn to",
                .exchange(id), .flag(mayTurn))
        case .network(.allow(let request)):
            .of(.event(.allow), "network: there is room for {0}{1}", .exchange(request.id), .chunks(request))
        case .network(.cancel(let request)):
            .of(.event(.cancel), "network: {0} is called off", .exchange(request.id), .chunks(request))
        case .network(.reachesServer(let id)):
            .of(.event(.reachesServer), "network: {0} reaches the server", .exchange(id))
        case .network(.faultDue(let id)): .of(.event(.faultDue), "network: {0} goes wrong", .exchange(id))
        case .network(.linkFinishes(let way, let generation)):
            .of(.event(.linkFinishes), "network: a flow {0} may be done ({1})", .direction(way), .count(generation))
        case .network(.packets(let generation)):
            .of(.event(.packets), "network: packets arrive ({0})", .count(generation))
        case .network(.conditionsChange): .of(.event(.conditions), "network: conditions change")
        case .media(.delivered(let id), _):
            .of(.playerEvent(.delivered), "loader: a chunk of {0} is delivered", .exchange(id))
        case .media(.failed(let id, let failure), _):
            .of(.playerEvent(.failed), "loader: {0} has failed", .exchange(id), .failure(failure))
        case .media(.pauses(let id, let end), _):
            .of(
                .playerEvent(.pauses), "loader: {0} is to be made again at {1}", .exchange(id),
                .seconds(end.nanoseconds))
        case .media(.clockMoved, _): .of(.playerEvent(.clockMoved), "loader: the clock moves otherwise")
        case .media(.itemChanged(let from, let isFinished), _):
            .of(
                .playerEvent(.itemChanged),
                isFinished ? "loader: the item has finished" : "loader: the item changes", .count(from),
                .flag(isFinished))
        case .media(.queueChanged, _): .of(.playerEvent(.queueChanged), "loader: the queue changes")
        case .media(.endMoved, _): .of(.playerEvent(.endMoved), "loader: the end moves")
        case .media(.drained, _): .of(.playerEvent(.drained), "loader: the buffer has drained")
        case .media(.watched(let id), _): .of(.playerEvent(.watched), "loader: looks at {0}", .exchange(id))
        case .media(.look, _): .of(.playerEvent(.look), "loader: looks at what is under way")
        case .media(.looked, _): .of(.playerEvent(.looked), "loader: sees what is under way")
        case .media(.pauseChanged, _): .of(.playerEvent(.pauseChanged), "loader: playback is paused, or goes on")
        case .player(.moveLive(let place), _):
            .of(.playerEvent(.moveLive), "player: the stream goes on at {0}", .seconds(place.nanoseconds))
        case .player(.setPace(let rate), _): .of(.playerEvent(.setPace), "player: the pace is {0}", .rate(rate))
        case .player(.bufferChanged, _): .of(.playerEvent(.bufferChanged), "player: the buffer has changed")
        case .player(.deadline, _): .of(.playerEvent(.deadline), "player: a deadline comes")
        case .player(.loopStep, _): .of(.playerEvent(.loopStep), "player: it is time to loop")
        case .player(.loadingFailed(let failure), _):
            .of(.playerEvent(.loadingFailed), "player: loading has failed", .failure(failure))
        case .script(let action): .of(.event(.script), "script: action {0}", .count(action))
        case .look(let action): .of(.event(.look), "script: looks whether action {0} is due", .count(action))
        case .traffic(.begins(let number)):
            .of(.event(.trafficBegins), "traffic: download {0} begins", .count(number))
        case .traffic(.ends(let number)):
            .of(.event(.trafficEnds), "traffic: download {0} is called off", .count(number))
        case .interstitial(let number, _):
            .of(.playerEvent(.interstitial), "player: an interstitial event may be due ({0})", .count(number))
        case .passRate: .of(.playerEvent(.passRate), "player: the rate goes on to who shows an interstitial event")
        }
    }

    static func read(_ word: RecordWord.OfEvent, _ line: inout LineFields) -> Event {
        switch word {
        case .request: .network(.request(line.request()))
        case .requestOrTurn: .network(.requestOrTurn(line.request()))
        case .mayTurn: .network(.mayTurn(line.exchange(), line.flag()))
        case .allow: .network(.allow(line.request()))
        case .cancel: .network(.cancel(line.request()))
        case .reachesServer: .network(.reachesServer(line.exchange()))
        case .faultDue: .network(.faultDue(line.exchange()))
        case .linkFinishes:
            .network(.linkFinishes(line.choice({ $0.name }, else: Direction.down), generation: line.integer()))
        case .packets: .network(.packets(generation: line.integer()))
        case .conditions: .network(.conditionsChange)
        case .script: .script(action: line.integer())
        case .look: .look(action: line.integer())
        case .trafficBegins: .traffic(.begins(line.integer()))
        case .trafficEnds: .traffic(.ends(line.integer()))
        }
    }

    static func read(_ word: RecordWord.OfPlayerEvent, _ player: Int16, _ line: inout LineFields) -> Event {
        switch word {
        case .delivered: .media(.delivered(line.exchange()), player: player)
        case .failed: .media(.failed(line.exchange(), line.failure()), player: player)
        case .pauses: .media(.pauses(line.exchange(), until: line.instant()), player: player)
        case .clockMoved: .media(.clockMoved, player: player)
        case .itemChanged: .media(.itemChanged(from: line.integer(), isFinished: line.flag()), player: player)
        case .queueChanged: .media(.queueChanged, player: player)
        case .endMoved: .media(.endMoved, player: player)
        case .drained: .media(.drained, player: player)
        case .watched: .media(.watched(line.exchange()), player: player)
        case .look: .media(.look, player: player)
        case .looked: .media(.looked, player: player)
        case .bufferChanged: .player(.bufferChanged, player: player)
        case .deadline: .player(.deadline, player: player)
        case .loopStep: .player(.loopStep, player: player)
        case .loadingFailed: .player(.loadingFailed(line.failure()), player: player)
        case .pauseChanged: .media(.pauseChanged, player: player)
        case .moveLive: .player(.moveLive(to: line.place()), player: player)
        case .setPace: .player(.setPace(line.rate()), player: player)
        case .interstitial: .interstitial(line.integer(), player: player)
        case .passRate: .passRate(player: player)
        }
    }
}

extension RecordForm {
    /// The form of an event. A digest is the same whether events were traced or not.
    @inline(__always)
    fileprivate static func of(
        _ word: RecordWord, _ text: StaticString, _ first: RecordField = .none, _ second: RecordField = .none
    ) -> RecordForm { RecordForm(word, .unmixed, text, first, second) }
}

extension Direction {
    var name: String {
        switch self {
        case .down: "down"
        case .up: "up"
        }
    }
}

extension LineFields {
    mutating func request() -> Request { Request(id: exchange(), firstChunk: integer(), endChunk: integer()) }

    mutating func exchange() -> ExchangeID { ExchangeID(slot: integer(), attempt: integer()) }
}
