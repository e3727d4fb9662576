import PlayerModel

/// Reads a scenario: text in, a scenario or everything that is wrong with it out.
package enum ScenarioReader {
    /// The result of reading: a scenario, or what is wrong, or the files that must be handed in for it.
    package struct Reading: Sendable {
        package let scenario: Scenario?
        package let diagnostics: [Diagnostic]
        /// Files that the scenario names and that were not handed in; each path once.
        package let wanted: [WantedFile]
        package let sources: [SourceText]
    }

    /// A key to set over what the file says: a path of names and indices with points in between, and a value.
    package struct Setting: Equatable, Sendable {
        /// The option of the command line that says so.
        package enum Option: String, Sendable {
            case set
            /// The rule that is searched against, and the one that it is held against.
            case against, than
            /// One of several values, which share what is wrong with their key.
            case vary, over, fit
        }

        package let path: String
        package let value: String
        package let option: Option
        /// The source of one that nobody typed: `mobile.json, LTE`.
        package let origin: String?
        /// Whether the key is taken away, so that its default holds. A key that is not there stays so.
        package let takesAway: Bool

        package init(
            path: String, value: String, option: Option = .set, origin: String? = nil, takesAway: Bool = false
        ) {
            self.takesAway = takesAway
            self.path = path
            self.value = value
            self.option = option
            self.origin = origin
        }

        /// Whether it says what a key says, or a part of it: of two settings that do one is lost.
        package func says(_ key: String) -> Bool {
            if PathNames.leads(path, into: key) { return true }
            guard PathNames.leads(key, into: path) else { return false }
            var node: JSONNode? = node(at: Place(startOf: 0))
            var names = PathNames(key.dropFirst(path.count + 1))
            while !names.isEmpty {
                let name = names.takeName(among: node?.members ?? [])
                // What a network is taken from says rates, delays and losses without having their keys.
                let isNamed = node.map { $0.member("preset") != nil || $0.member("profile") != nil } ?? false
                if path == "network", isNamed, OfferDraft.keys.contains(where: { $0.member.name == name }) {
                    return true
                }
                node = node?.part(name)
            }
            return node != nil
        }

        /// The same, in an order in which none takes the place of what another has said of a part of it: a network
        /// comes before its capacity. Else they stay in their order.
        static func fromWholeToPart(_ settings: [Setting]) -> [Setting] {
            let depths = settings.map { $0.path.utf8.count { $0 == UInt8(ascii: ".") } }
            return settings.indices.sorted { (depths[$0], $0) < (depths[$1], $1) }.map { settings[$0] }
        }

        /// The value at a place. Words need no quotes on a command line: what is not JSON is a string.
        fileprivate func document(at place: Place) -> JSONDocument {
            do throws(JSONError) {
                return try JSONReader.read(Array(value.utf8), source: place.source)
            } catch {
                return JSONDocument(root: JSONNode(value: .string(value), place: place), duplicates: [], halves: nil)
            }
        }

        fileprivate func node(at place: Place) -> JSONNode { document(at: place).root }

        /// The value, if it is a word.
        package var word: String? { node(at: Place(startOf: 0)).string }

        /// A text that settings of one key have in common where they say the same: see `JSONNode.meaning`.
        package var meaning: String {
            node(at: Place(startOf: 0)).meaning(of: PathNames.last(of: path))
        }

        /// The texts that its key and its value are called by when they are wrong: as it was typed.
        fileprivate var sources: [SourceText] {
            if let origin { return [SourceText(setting: "\(origin): \(path)", value: Array(value.utf8))] }
            let (key, bytes) = ("--\(option.rawValue) \(path)", Array(value.utf8))
            let words = SourceText(setting: "\(key)=\(value)", value: bytes, isCompared: option != .set)
            switch option {
            case .set, .against, .than: return [words]
            case .vary, .over, .fit: return [SourceText(setting: key, value: [], isCompared: true), words]
            }
        }
    }

    /// How often a scenario may want files: those that it names, and then those that these name, which are the assets
    /// of interstitial events.
    package static let rounds = 2

    /// Reads a file, with settings laid over it in order, and with the files that it names as far as they were read.
    package static func read(
        _ file: SourceText, settings: [Setting] = [], companions: Companions = Companions(),
        as format: ScenarioFormat
    ) -> Reading {
        var sources = [file]
        var diagnostics: [Diagnostic] = []
        do throws(JSONError) {
            let document = try JSONReader.read(file.bytes, source: 0)
            for duplicate in document.duplicates {
                let first = "line \(duplicate.firstPlace.line), column \(duplicate.firstPlace.column)"
                diagnostics.append(
                    Diagnostic("\(duplicate.message); the first is at \(first)", at: duplicate.place))
            }
            var root = document.root
            for setting in Setting.fromWholeToPart(settings) {
                let first = Int32(sources.count)
                sources += setting.sources
                lay(setting, first...Int32(sources.count - 1), over: &root, &diagnostics)
            }
            var checker = ShapeChecker()
            checker.check(root, .object(format.shape(of: root)), "scenario")
            diagnostics += checker.diagnostics
            guard diagnostics.isEmpty else {
                // What shows without the rest is told all the same.
                var findings = Findings()
                for (key, name) in checker.names { findings.checkNetwork(name, of: key) }
                let all = sorted(diagnostics + findings.errors + format.misplaced(in: root), of: sources)
                return Reading(scenario: nil, diagnostics: all, wanted: [], sources: sources)
            }
            var judgement = Judgement(of: file, settings: sources.dropFirst(), companions: companions)
            let scenario = format.scenario.read(root).scenario(at: root.place, &judgement)
            let errors = judgement.findings.errors
            return Reading(
                scenario: errors.isEmpty && judgement.wanted.isEmpty ? scenario : nil,
                diagnostics: sorted(errors, of: judgement.sources),
                wanted: errors.isEmpty ? judgement.wanted : [], sources: judgement.sources)
        } catch {
            let diagnostic = Diagnostic(error.message, at: error.place)
            return Reading(scenario: nil, diagnostics: [diagnostic], wanted: [], sources: sources)
        }
    }

    /// In the order of the text, settings last. A setting that begins as JSON and is none was taken for a word; where
    /// something is wrong with that, JSON was meant.
    private static func sorted(_ diagnostics: [Diagnostic], of sources: [SourceText]) -> [Diagnostic] {
        let all = diagnostics.map { found in
            sources[Int(found.place.source)].fault.map { Diagnostic($0, at: found.place) } ?? found
        }
        return all.sorted { ($0.place, $0.message) < ($1.place, $1.message) }
    }

    /// Lays a setting over a tree; the sources are those of its key and of its value.
    static func lay(
        _ setting: Setting, _ sources: ClosedRange<Int32>, over root: inout JSONNode,
        _ diagnostics: inout [Diagnostic]
    ) {
        let keyPlace = Place(startOf: sources.lowerBound)
        let place = Place(startOf: sources.upperBound)
        let path = PathNames(setting.path)
        guard !path.hasEmptyName else {
            return diagnostics.append(Diagnostic("the path '\(setting.path)' has an empty name", at: keyPlace))
        }
        if setting.takesAway { return root.takeAway(path) }
        let document = setting.document(at: place)
        diagnostics += document.duplicates.map { Diagnostic($0.message, at: $0.place) }
        if let problem = root.set(path, at: keyPlace, to: document.root, { JSONNode.shape }) {
            diagnostics.append(Diagnostic(problem, at: keyPlace))
        }
    }
}

extension SourceText {
    /// The fault of a setting that begins as JSON and is none, and the place in its value; nil of any other text.
    fileprivate var fault: String? {
        guard !isFile, let first = bytes.first(where: { $0 > UInt8(ascii: " ") }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
        else { return nil }
        do throws(JSONError) {
            _ = try JSONReader.read(bytes, source: 0)
            return nil
        } catch {
            let line = error.place.line > 1 ? "line \(error.place.line), " : ""
            return "\(error.message) (\(line)column \(error.place.column) of the value)"
        }
    }
}

extension JSONNode {
    /// The same value with settings laid over it; nil where one of them leads nowhere.
    package func with(_ settings: [ScenarioReader.Setting]) -> JSONNode? {
        var node = self
        for setting in ScenarioReader.Setting.fromWholeToPart(settings) {
            let path = PathNames(setting.path)
            if setting.takesAway {
                node.takeAway(path)
                continue
            }
            if node.set(path, at: place, to: setting.node(at: place), { Self.shape }) != nil { return nil }
        }
        return node
    }

    /// The shape of a scenario. Which metrics there are makes no difference to a path.
    fileprivate static let shape = Shape.object(ScenarioFormat(metrics: []).shape)

    /// Takes away the member that a path leads to, as far as there is one. An element of a list stays: those behind it
    /// would have other numbers.
    fileprivate mutating func takeAway(_ path: PathNames) {
        var path = path
        guard !path.isEmpty else { return }
        switch value {
        case .object(var members):
            let name = path.takeName(among: members)
            guard let index = members.firstIndex(where: { $0.name.isSpelt(name) }) else { return }
            if path.isEmpty {
                members.remove(at: index)
            } else {
                members[index].value.takeAway(path)
            }
            value = .object(members)
        case .array(var elements):
            let name = path.takeName(among: [])
            guard !path.isEmpty, let index = Int(name), elements.indices.contains(index) else { return }
            elements[index].takeAway(path)
            value = .array(elements)
        case .null, .bool, .number, .hugeNumber, .string: return
        }
    }

    /// Replaces or adds what a path leads to in a value of a shape. Returns what is in the way, in words, or nil.
    fileprivate mutating func set(
        _ path: PathNames, at place: Place, to node: JSONNode, _ shape: () -> Shape?
    ) -> String? {
        var path = path
        guard !path.isEmpty else {
            self = node
            return nil
        }
        switch value {
        case .object(var members):
            let isWhole = if case .object = node.value { true } else { false }
            let name = path.takeName(among: members, isWhole: isWhole, of: shape)
            let index = members.firstIndex { $0.name.isSpelt(name) } ?? members.count
            if index == members.count {
                if let advice = members.adviceOnBrackets(in: name) { return advice }
                let made = JSONNode(value: .object([]), place: node.place)
                members.append(JSONMember(name: name, namePlace: place, value: made))
            }
            if let next = path.rest.first {
                members[index].value = members[index].value.spelledOut(name, toSay: next)
            }
            let problem = members[index].value.set(path, at: place, to: node) { shape()?.member(name) }
            value = .object(members)
            return problem
        case .array(var elements):
            let name = path.takeName(among: [])
            guard let index = Int(name), elements.indices.contains(index) else {
                return elements.isEmpty
                    ? "'\(name)' is no element of an empty list"
                    : "'\(name)' is no element of a list of \(elements.count); they are counted from 0"
            }
            let problem = elements[index].set(path, at: place, to: node) { shape()?.member(name) }
            value = .array(elements)
            return problem
        case .null, .bool, .number, .hugeNumber, .string:
            return "there is no '\(path.rest[path.rest.startIndex])' in \(value.description); set what is above it"
        }
    }
}

extension [JSONMember] {
    /// That a path has `variants.0` for the element of a list that other languages write as `variants[0]`. Nil of a
    /// name that is none of those, or where there is no such list.
    func adviceOnBrackets(in name: String) -> String? {
        guard name.last == "]", let bracket = name.firstIndex(of: "["),
            let number = UInt(name[name.index(after: bracket)...].dropLast())
        else { return nil }
        let list = String(name[..<bracket])
        guard contains(where: { $0.name.isSpelt(list) && !$0.value.elements.isEmpty }) else { return nil }
        return "the number of an element stands behind a point; write '\(list).\(number)' for '\(name)'"
    }
}
