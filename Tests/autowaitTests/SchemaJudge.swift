import Foundation
import Testing

@testable import Simulation

/// A validator for as much of JSON Schema as `autowait schema` uses. It knows the text of a schema, and no shapes.
struct SchemaJudge {
    private let root: JSONNode

    init(_ text: String) throws { root = try JSONReader.read(Array(text.utf8), source: 0).root }

    func accepts(_ value: JSONNode) -> Bool { accepts(value, root) }

    private func accepts(_ value: JSONNode, _ schema: JSONNode) -> Bool {
        if let flag = schema.flag { return flag }
        return schema.members.allSatisfy { accepts(value, $0.name, $0.value, of: schema) }
    }

    private func accepts(_ value: JSONNode, _ keyword: String, _ asked: JSONNode, of schema: JSONNode) -> Bool {
        switch keyword {
        case "$schema", "title", "description", "$defs", "then", "default": true
        case "$ref": accepts(value, definition(asked.string ?? ""))
        case "type": value.isOf(type: asked.string ?? "")
        case "const": value.string.map { Self.same($0, asked.string ?? "") } ?? false
        case "enum": asked.elements.contains { accepts(value, "const", $0, of: schema) }
        case "anyOf": asked.elements.contains { accepts(value, $0) }
        case "oneOf": asked.elements.count { accepts(value, $0) } == 1
        case "allOf": asked.elements.allSatisfy { accepts(value, $0) }
        case "if": !accepts(value, asked) || schema.member("then").map { accepts(value, $0) } ?? true
        case "minimum": value.order(asked).map { $0 >= 0 } ?? true
        case "maximum": value.order(asked).map { $0 <= 0 } ?? true
        case "items": value.elements.allSatisfy { accepts($0, asked) }
        case "minItems": !value.isOf(type: "array") || value.elements.count >= asked.number(.count) ?? .max
        case "required":
            !value.isOf(type: "object")
                || asked.elements.allSatisfy { name in
                    value.members.contains { Self.same($0.name, name.string ?? "") }
                }
        case "properties":
            value.members.allSatisfy { member in
                asked.members.first { Self.same($0.name, member.name) }.map { accepts(member.value, $0.value) }
                    ?? true
            }
        case "additionalProperties":
            value.members.allSatisfy { member in
                let isKnown = schema.member("properties")?.members.contains { Self.same($0.name, member.name) }
                return isKnown ?? false || accepts(member.value, asked)
            }
        default: unknown(keyword)
        }
    }

    private func unknown(_ keyword: String) -> Bool {
        Issue.record("the schema has '\(keyword)', which is not understood here")
        return false
    }

    private func definition(_ reference: String) -> JSONNode {
        let name = reference.dropFirst("#/$defs/".count)
        guard reference.hasPrefix("#/$defs/"), let schema = root.member("$defs")?.member(String(name)) else {
            Issue.record("'\(reference)' leads nowhere")
            return root
        }
        return schema
    }

    /// Strings are equal scalar for scalar, as JSON Schema has it. Most differ in length, which is known at once.
    private static func same(_ one: String, _ other: String) -> Bool {
        one.utf8.count == other.utf8.count && one.utf8.elementsEqual(other.utf8)
    }
}

extension JSONNode {
    fileprivate func isOf(type: String) -> Bool {
        switch (type, value) {
        case ("string", .string), ("boolean", .bool), ("null", .null), ("array", .array), ("object", .object),
            ("number", .number), ("number", .hugeNumber):
            true
        case ("integer", .number(let number)): number.exponent >= 0
        case ("integer", .hugeNumber(let text)): ExactNumber(text).map { $0.exponent >= 0 } ?? !text.contains("e-")
        default: false
        }
    }

    /// Less than 0 for a lesser number than a bound, more for a greater one; nil for what is no number.
    fileprivate func order(_ bound: JSONNode) -> Int? {
        guard case .number(let limit) = bound.value else { return nil }
        let exactLimit = ExactNumber(digits: Int128(limit.significand), exponent: Int(limit.exponent))
        switch value {
        case .number(let number):
            return ExactNumber(digits: Int128(number.significand), exponent: Int(number.exponent)).order(exactLimit)
        case .hugeNumber(let text):
            if let number = ExactNumber(text) { return number.order(exactLimit) }
            // Beyond all bounds, or next to nothing.
            let nearest: Int128 = text.contains("e-") ? 0 : text.hasPrefix("-") ? -1 : 1
            return ExactNumber(digits: nearest, exponent: nearest == 0 ? 0 : 400).order(exactLimit)
        default: return nil
        }
    }
}

/// A number with room for some more digits than the reader's.
private struct ExactNumber {
    let digits: Int128
    let exponent: Int

    init(digits: Int128, exponent: Int) {
        self.digits = digits
        self.exponent = exponent
    }

    /// Nil for a number with an exponent, and for one with too many digits.
    init?(_ text: String) {
        guard !text.contains("e"), !text.contains("E"), text.count <= 30 else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard let digits = Int128(parts.joined()) else { return nil }
        self.init(digits: digits, exponent: parts.count > 1 ? -parts[1].count : 0)
    }

    func order(_ other: ExactNumber) -> Int {
        let least = min(exponent, other.exponent)
        let (mine, others) = (shifted(to: least), other.shifted(to: least))
        return mine < others ? -1 : mine > others ? 1 : 0
    }

    /// The digits for a lesser exponent. Where that is far away they are only larger than any that are near.
    private func shifted(to least: Int) -> Int128 {
        var result = digits
        for _ in 0..<exponent - least {
            let (product, isTooLarge) = result.multipliedReportingOverflow(by: 10)
            if isTooLarge { return digits < 0 ? .min : .max }
            result = product
        }
        return result
    }
}
