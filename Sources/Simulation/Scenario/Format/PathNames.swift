import PlayerModel

/// The names of a path that leads to a key, such as `hosts.cdn.example.com.down_kbps`.
///
/// Points are between names, and within the names of hosts. Which of both a point is follows from what is there, and
/// from the shape: in an object with names of any kind, a name goes so far that the rest leads to a key.
package struct PathNames {
    package private(set) var rest: ArraySlice<String>

    package init(_ path: some StringProtocol) {
        rest = String(path).split(separator: ".", omittingEmptySubsequences: false).map(String.init)[...]
    }

    package var isEmpty: Bool { rest.isEmpty }
    var hasEmptyName: Bool { rest.contains("") }

    /// Takes off the name of a member of an object: one that is there where there is any. What the path leads to
    /// `isWhole` where it may be such a member itself, and no key of one. The shape is asked for only where it matters.
    package mutating func takeName(
        among members: [JSONMember], isWhole: Bool = false, of shape: () -> Shape? = { nil }
    ) -> String {
        func name(_ count: Int) -> String { rest.prefix(count).joined(separator: ".") }
        let most = members.reduce(1) { max($0, $1.name.utf8.count { $0 == UInt8(ascii: ".") } + 1) }
        let known = (1...max(1, min(rest.count, most))).filter { count in
            let name = name(count)
            return members.contains { $0.name.isSpelt(name) }
        }
        var count = known.last ?? 1
        let isPlain = rest.count < 2 || rest.count == 2 && !known.isEmpty
        if !isPlain, let member = shape()?.others {
            let leading = (1..<rest.count).filter { member.leads(rest.dropFirst($0)) } + (isWhole ? [rest.count] : [])
            // Where nothing leads anywhere, the last name is a key that is misspelt.
            count = leading.last(where: known.contains) ?? leading.first ?? known.last ?? rest.count - 1
        }
        let own = name(count)
        rest = rest.dropFirst(count)
        return own
    }
}

extension PathNames {
    /// Whether a path is another one, or leads to a part of what that leads to.
    package static func leads(_ path: String, into whole: String) -> Bool {
        path.isSpelt(whole) || path.utf8.starts(with: (whole + ".").utf8)
    }

    /// Whether one of two paths leads into the other: they cannot both be set.
    package static func overlap(_ left: String, _ right: String) -> Bool {
        leads(left, into: right) || leads(right, into: left)
    }

    /// The last name of a path.
    package static func last(of path: String) -> String { String(path.split(separator: ".").last ?? "") }
}

extension JSONNode {
    /// A member of an object, or the element of a list that has such a place; nil where there is none.
    func part(_ name: String) -> JSONNode? {
        member(name) ?? Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
    }

    /// Where a path leads to; nil where it leads nowhere.
    package func node(at path: String) -> JSONNode? {
        var node: JSONNode? = self
        var names = PathNames(path)
        while let own = node, !names.isEmpty { node = own.part(names.takeName(among: own.members)) }
        return node
    }
}

extension Shape {
    /// The shape of a member, or of an element of a list; nil where there is none of that name.
    func member(_ name: String) -> Shape? {
        switch self {
        case .object(let object): object.member(named: name)?.shape
        case .tagged(_, let objects): objects.lazy.compactMap { $0.member(named: name)?.shape }.first
        case .list(let element, _): Int(name) == nil ? nil : element
        case .either(let shapes): shapes.lazy.compactMap { $0.member(name) }.first
        case .anything: .anything
        case .text, .flag, .null, .number, .word, .name: nil
        }
    }

    /// The shape of members with any name; nil where no object has those.
    fileprivate var others: Shape? {
        switch self {
        case .object(let object): object.others
        case .either(let shapes): shapes.lazy.compactMap { $0.others }.first
        case .text, .flag, .null, .anything, .number, .word, .name, .list, .tagged: nil
        }
    }

    /// Whether a path leads to something in a value of this shape.
    fileprivate func leads(_ path: ArraySlice<String>) -> Bool {
        guard let name = path.first else { return true }
        return member(name)?.leads(path.dropFirst()) ?? false
    }
}
