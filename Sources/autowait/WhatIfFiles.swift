import PlayerModel
import Simulation

/// The logs of sessions on disk, on each of which alternatives are tried, one after the other, so that no more than one
/// is in memory.
struct WhatIfFiles {
    private let request: WhatIfRequest

    init(_ request: WhatIfRequest) { self.request = request }

    func reply() throws(LoadError) -> Reply {
        var reply = Reply(look: request.format == .json ? .exact : .text)
        reply.errors = request.notes
        let names = request.names
        let isJSON = request.format == .json
        if request.files.count == 1 {
            let (session, inference, file) = try session(request.files[0])
            reply.errors += try file.notes(isStrict: request.isStrict)
            if isJSON { reply.errors += Self.doubts(inference, file) }
            let text =
                isJSON
                ? WhatIfJSON.text(
                    session, keys: request.keys, choices: request.choices, file: file.name, host: file.host)
                : WhatIfText.text(session, inference, choices: names, file: file.subject)
            reply.pages = [{ text }]
            return reply
        }
        var population = WhatIfPopulation(choiceCount: names.count, seed: request.settings.seed)
        request.progress?.begin(request.files.count)
        for file in request.files {
            do throws(LoadError) {
                let (session, inference, own) = try session(file)
                reply.errors += try own.notes(isStrict: request.isStrict)
                reply.errors += Self.doubts(inference, own)
                population.add(session)
            } catch {
                reply.errors += error.message
                reply.code = max(reply.code, error.code)
            }
            request.progress?.step()
        }
        guard population.logCount > 0 else { throw LoadError(message: reply.errors, code: reply.code) }
        let members = request.settings.memberCount
        let text =
            isJSON
            ? WhatIfJSON.text(
                population, keys: request.keys, choices: request.choices, members: members, host: request.host)
            : WhatIfText.text(population, choices: names, members: members, host: request.host)
        reply.pages = [{ text }]
        return reply
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
