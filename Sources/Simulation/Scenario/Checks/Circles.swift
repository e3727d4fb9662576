/// The circles of a graph: which of its nodes lead back to themselves. They are its strongly connected components
/// (R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal on Computing 1, 1972), found in one pass
/// and without recursion, because a chain may be very long.
struct Circles {
    /// By node, those that it leads to.
    private let edges: [[Int]]
    /// By node, the number of its component.
    private var component: [Int]

    /// O(nodes + edges).
    init(_ edges: [[Int]]) {
        self.edges = edges
        component = Array(repeating: -1, count: edges.count)
        var search = Search(nodes: edges.count)
        for root in edges.indices where component[root] < 0 { find(from: root, &search) }
    }

    /// The next node on a circle through this one, itself where it leads to itself; nil where there is no circle.
    func next(on node: Int) -> Int? { edges[node].first { component[$0] == component[node] } }

    private struct Search {
        /// By node, its number in the order of the search; -1 where it was not seen yet.
        var number: [Int]
        /// By node, the least number that it is known to lead to, of those that are open.
        var least: [Int]
        var seen = 0
        /// The nodes on the way to the one that is looked at, each with how many of its edges were followed.
        var path: [(node: Int, followed: Int)] = []
        /// The nodes that were seen and have no component yet.
        var open: [Int] = []
        var components = 0

        init(nodes: Int) {
            number = Array(repeating: -1, count: nodes)
            least = number
        }

        mutating func enter(_ node: Int) {
            (number[node], least[node]) = (seen, seen)
            seen += 1
            open.append(node)
            path.append((node, 0))
        }
    }

    private mutating func find(from root: Int, _ search: inout Search) {
        search.enter(root)
        while let (node, followed) = search.path.last {
            if followed < edges[node].count {
                search.path[search.path.count - 1].followed += 1
                let next = edges[node][followed]
                if search.number[next] < 0 {
                    search.enter(next)
                } else if component[next] < 0 {
                    search.least[node] = min(search.least[node], search.number[next])
                }
                continue
            }
            search.path.removeLast()
            if let before = search.path.last?.node {
                search.least[before] = min(search.least[before], search.least[node])
            }
            if search.least[node] == search.number[node] { close(at: node, &search) }
        }
    }

    /// All that is open from a node on leads back to it.
    private mutating func close(at node: Int, _ search: inout Search) {
        while let last = search.open.popLast() {
            component[last] = search.components
            if last == node { break }
        }
        search.components += 1
    }
}
