// seeds: .ci/fuzz/Seeds/*.har .ci/fuzz/Seeds/*.access .ci/fuzz/Seeds/*.cmcd
// Logs of real sessions in the formats of others: what is wrong with one, or what it holds, in three forms.
import Simulation

func fuzz(_ bytes: [UInt8]) {
    do throws(FieldError) {
        let session = try FieldReader.read(bytes)
        for line in FieldText.text(session, file: "file").split(separator: "\n") { judge(String(line)) }
        for line in FieldTable.lines(session, file: "file").split(separator: "\n") { judge(String(line)) }
        judge(session.findings.all.map { $0.diagnostic }, in: bytes)
        let json = FieldJSON.beginning + FieldJSON.entry(session, file: "file", isFirst: true) + FieldJSON.ending
        demand((try? JSONReader.read(Array(json.utf8), source: 0)) != nil, "a report that is JSON")
        let starts = session.records.compactMap { $0.request }
        demand(zip(starts, starts.dropFirst()).allSatisfy { $0 <= $1 }, "records in the order of their requests")
    } catch {
        judge([error.diagnostic], in: bytes)
    }
}
