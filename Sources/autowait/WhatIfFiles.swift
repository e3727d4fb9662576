import PlayerModel
import Simulation

/// The logs of sessions on disk, on each of which alternatives are tried, one after the other, so that no more than one
/// is in memory.
struct WhatIfFiles {
    private let request: WhatIfRequest

    init(_ request: WhatIfRequest) { self.request = request }

    func reply() throws(LoadError) -> Reply {
        var reply = Reply(look: isJSON ? .exact : .text)
        var errors = [request.notes]
        // The report of the first log that could be read, for where no other one can, and the place of its doubts.
        var first: (text: String, doubts: Int)?
        var population = WhatIfPopulation(choiceCount: request.choices.count, seed: request.settings.seed)
        request.progress?.begin(request.files.count)
        for file in request.files {
            do throws(LoadError) {
                let (session, inference, own) = try session(file)
                errors.append(try own.notes(isStrict: request.isStrict))
                if first == nil { first = (text(session, inference, own), errors.count) }
                errors.append(Self.doubts(inference, own))
                population.add(session)
            } catch {
                errors.append(error.message)
                reply.code = max(reply.code, error.code)
            }
            request.progress?.step()
        }
        guard let first else { throw LoadError(message: errors.joined(), code: reply.code) }
        let isOne = population.logCount == 1
        // The text of one log has its doubts in it.
        if isOne, !isJSON { errors[first.doubts] = "" }
        reply.errors = errors.joined()
        let text = isOne ? first.text : text(population)
        reply.pages = [{ text }]
        return reply
    }

    private var isJSON: Bool { request.format == .json }

    /// The report of one log.
    private func text(_ session: WhatIfSession, _ inference: Inference, _ file: InferenceFile) -> String {
        isJSON
            ? WhatIfJSON.text(session, keys: request.keys, choices: request.choices, file: file.name, host: file.host)
            : WhatIfText.text(session, inference, choices: request.names, file: file.subject)
    }

    /// The report of several.
    private func text(_ population: WhatIfPopulation) -> String {
        let members = request.settings.memberCount
        return isJSON
            ? WhatIfJSON.text(
                population, keys: request.keys, choices: request.choices, members: members, host: request.host)
            : WhatIfText.text(population, choices: request.names, members: members, host: request.host)
    }

    /// The doubts about the networks of a log, for whoever reads no text of that log: a line each.
    private static func doubts(_ inference: Inference, _ file: InferenceFile) -> String {
        InferText.doubts(inference).map { "\(file.subject): warning: \($0)".onOneLine + "\n" }.joined()
    }

    private func session(_ path: String) throws(LoadError) -> (WhatIfSession, Inference, InferenceFile) {
        let file = try InferenceFile(path, host: request.host)
        let inference = Inference(file.log, request.settings)
        let firstRequest = request.firstRequest ?? file.firstRequest ?? .zero
        let session = try LoadError.running(
            file.name,
            try WhatIfSession(request.scenarios, inference, firstRequest: firstRequest) { count, body in
                Workers.map(count, jobs: request.jobs) { body($0) }
            })
        return (session, inference, file)
    }
}
