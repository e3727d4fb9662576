import Foundation

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// The rules of JUnit's XML that CI servers accept: those of `junit-10.xsd` of Jenkins' xUnit plugin, which is the
/// strictest schema in use, as far as a report of scenarios can touch them; and the `file` and `line` of a case, which
/// pytest writes and others read.
enum JUnitSchema {
    struct Element {
        let name: String
        let required: [String]
        let optional: [String]
        let children: [String]
        let hasText: Bool
    }

    static let elements = [
        Element(
            name: "testsuites", required: [], optional: ["name", "time", "tests", "failures", "errors"],
            children: ["testsuite"], hasText: false),
        Element(
            name: "testsuite", required: ["name", "tests", "failures", "errors"],
            optional: ["group", "time", "skipped", "timestamp", "hostname", "id", "package", "file", "log", "url"],
            children: ["testcase"], hasText: false),
        Element(
            name: "testcase", required: ["name"], optional: ["time", "classname", "group", "file", "line"],
            children: ["skipped", "error", "failure", "system-out", "system-err"], hasText: false),
        Element(name: "skipped", required: [], optional: ["type", "message"], children: [], hasText: true),
        Element(name: "error", required: [], optional: ["type", "message"], children: [], hasText: true),
        Element(name: "failure", required: [], optional: ["type", "message"], children: [], hasText: true),
        Element(name: "system-out", required: [], optional: [], children: [], hasText: true),
        Element(name: "system-err", required: [], optional: [], children: [], hasText: true),
    ]

    /// The same as an XML Schema, for programs that check against one.
    static let xsd: String = {
        var lines = ["<xs:schema xmlns:xs=\"http://www.w3.org/2001/XMLSchema\">"]
        for element in elements {
            lines.append("<xs:element name=\"\(element.name)\"><xs:complexType mixed=\"\(element.hasText)\">")
            if !element.children.isEmpty {
                let children = element.children.map { "<xs:element ref=\"\($0)\"/>" }.joined()
                lines.append("<xs:choice minOccurs=\"0\" maxOccurs=\"unbounded\">\(children)</xs:choice>")
            }
            for name in element.required + element.optional {
                let use = element.required.contains(name) ? "required" : "optional"
                let isTime = name == "time" && element.name != "testcase"
                let type = isTime ? "xs:decimal" : "xs:string"
                lines.append("<xs:attribute name=\"\(name)\" type=\"\(type)\" use=\"\(use)\"/>")
            }
            lines.append("</xs:complexType></xs:element>")
        }
        return (lines + ["</xs:schema>"]).joined(separator: "\n") + "\n"
    }()

    /// The faults of a report by these rules, in words; empty where there are none.
    static func faults(in text: String) -> [String] {
        let parser = XMLParser(data: Data(text.utf8))
        let walk = Walk()
        parser.delegate = walk
        // Some parsers take a text that ends too soon for a whole one.
        if !parser.parse() || !walk.open.isEmpty { walk.faults.append("line \(parser.lineNumber): it is not XML") }
        return walk.faults
    }

    private final class Walk: NSObject, XMLParserDelegate {
        var faults: [String] = []
        private(set) var open: [Element?] = []

        func parser(
            _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
            attributes: [String: String]
        ) {
            let element = elements.first { $0.name == name }
            if element == nil { faults.append("there is no \(name)") }
            if let parent = open.last {
                if parent?.children.contains(name) != true { faults.append("\(name) in \(parent?.name ?? "?")") }
            } else if name != "testsuites" {
                faults.append("\(name) at the top")
            }
            for attribute in element?.required ?? [] where attributes[attribute] == nil {
                faults.append("\(name) without \(attribute)")
            }
            let known = (element?.required ?? []) + (element?.optional ?? [])
            for attribute in attributes.keys.sorted() where !known.contains(attribute) {
                faults.append("\(name) with \(attribute)")
            }
            open.append(element)
        }

        func parser(_ parser: XMLParser, foundCharacters words: String) {
            let isBlank = words.allSatisfy { $0.isWhitespace }
            if open.last??.hasText == false, !isBlank { faults.append("text in \(open.last??.name ?? "?")") }
        }

        func parser(
            _ parser: XMLParser, didEndElement name: String, namespaceURI: String?, qualifiedName: String?
        ) { open.removeLast() }
    }
}
