/// The parts of a server's log that tell of a request besides its CMCD: members of an object under names of which every
/// server has its own, or parts of a line.
enum ServerLog {
    // MARK: Kinds

    /// The kind of what an object asks for: by the address that has the CMCD, or else by another.
    static func kind(of node: JSONNode) -> FieldRecord.Kind? {
        let texts = node.requestMembers.compactMap { $0.value.string }
        let own = texts.lazy.filter { CMCDValues(url: $0) != nil }.compactMap { RequestedKind.of(path: $0) }.first
        return own ?? texts.lazy.compactMap { RequestedKind.of(path: $0) }.first
    }

    /// Likewise, of a line: by its first path, where the query stands in a field of its own.
    static func kind(of line: String, _ values: CMCDValues) -> FieldRecord.Kind? {
        if let url = values.text("url") { return RequestedKind.of(path: url) }
        let words = line.split { $0 == " " || $0 == "\"" || $0 == "\t" }
        let own = words.first { CMCDValues(url: String($0)) != nil }.flatMap { RequestedKind.of(path: String($0)) }
        return own ?? words.first { $0.hasPrefix("/") }.flatMap { RequestedKind.of(path: String($0)) }
    }

    // MARK: Answers

    /// The names of the status that a player was answered with, as letters alone: such as `sc-status` of the W3C and
    /// CloudFront, `statusCode` of Akamai, `EdgeResponseStatus` of Cloudflare, `resp_status` of Fastly and Varnish,
    /// `response_code` of Envoy, `DownstreamStatus` of Traefik, `elb_status_code` of AWS, `return_code` of Alibaba,
    /// `http_code` of Huawei, `http.response.status_code` of Elastic. A status of an origin or a cache is none.
    private static let statusNames = [
        "status", "statuscode", "scstatus", "scstatuscode", "httpstatus", "httpstatuscode", "httpcode",
        "httpresponsecode", "httpresponsestatus", "httpresponsestatuscode", "responsestatus", "responsestatuscode",
        "responsecode", "respstatus", "respstatuscode", "respcode", "resstatus", "resstatuscode", "returncode",
        "edgeresponsestatus", "downstreamstatus", "elbstatuscode",
    ]

    /// The status that an object says of the answer: in a member of its own, or in a line of a log that it holds.
    static func status(of node: JSONNode) -> Int64? {
        node.members.lazy.compactMap { isStatus($0.name) ? status($0.value) : nil }.first
            ?? answers(of: node).compactMap { $0.status }.first
    }

    /// The bytes of the body that an object says in a member of one of these names, or in a line of a log in it.
    static func bytes(of node: JSONNode, _ names: [String]) -> Int64? {
        FieldValues.bytes(names.lazy.compactMap { node.member($0) }.first)
            ?? answers(of: node).compactMap { $0.bytes }.first
    }

    private static func answers(of node: JSONNode) -> [(status: Int64?, bytes: Int64?)] {
        node.requestMembers.compactMap { $0.value.string.map { answer(in: $0) } }
    }

    /// The answer in a line of the common log format, behind the request that it quotes: `… HTTP/1.1" 200 512`. The
    /// bytes are those of the body (`%b` of Apache's mod_log_config, `$body_bytes_sent` in nginx's `combined`); what is
    /// no number there tells none, and is something else with other servers, such as Envoy's flags.
    static func answer(in line: String) -> (status: Int64?, bytes: Int64?) {
        let parts = line.split(separator: "\"", omittingEmptySubsequences: false)
        for (request, rest) in zip(parts, parts.dropFirst()) {
            guard isRequest(request.utf8) else { continue }
            let words = rest.split(separator: " ")
            guard let status = words.first.flatMap({ status($0) }) else { return (nil, nil) }
            let bytes = words.dropFirst().first.flatMap { word in
                word.utf8.allSatisfy { $0.isDigit } ? Int64(String(word)) : nil
            }
            return (status, bytes.flatMap { $0 <= FieldRecord.mostBytes ? $0 : nil })
        }
        return (nil, nil)
    }

    /// Whether what a line quotes is a request: its version is the last word of it.
    static func isRequest(_ quoted: some Sequence<UInt8>) -> Bool {
        quoted.split(separator: .space).last?.starts(with: "HTTP/".utf8) ?? false
    }

    private static func isStatus(_ name: String) -> Bool {
        let letters = name.utf8.lazy.filter { $0.isLetter }.map { $0.lowercased }
        return statusNames.contains { $0.utf8.elementsEqual(letters) }
    }

    private static func status(_ node: JSONNode) -> Int64? {
        switch node.value {
        case .number(let number): status(number.text)
        case .string(let text): status(text)
        case .hugeNumber, .null, .bool, .array, .object: nil
        }
    }

    /// The status at the beginning of a text: three digits from 100 to 599, or 000 where there was no answer.
    private static func status(_ text: some StringProtocol) -> Int64? {
        let digits = text.utf8.prefix { $0.isDigit }
        guard digits.count == 3, let number = Int64(String(decoding: digits, as: UTF8.self)) else { return nil }
        return number == 0 || 100..<600 ~= number ? number : nil
    }
}

extension JSONNode {
    /// The members that are of the request itself. The page that it was asked from is none: `Referer`, `http_referrer`,
    /// `cs(Referer)`, `refer_uri`.
    var requestMembers: [JSONMember] {
        members.filter { member in
            let name = member.name.lowercased()
            let isReferrer =
                name.hasPrefix("refer") || ["referer", "referrer", "referer)"].contains { name.hasSuffix($0) }
            return !isReferrer
        }
    }
}
