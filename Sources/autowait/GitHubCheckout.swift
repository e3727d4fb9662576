/// The names by which GitHub knows the files of a repository that one of its runners has checked out.
struct GitHubCheckout: Sendable {
    /// The folder of the repository, without links; nil where nothing says it.
    private let root: String?

    /// The repository in a folder: a runner has its path in the variable `GITHUB_WORKSPACE`.
    init(_ workspace: String?) {
        root = workspace.flatMap { $0.isEmpty ? nil : Files.realPath($0) }
    }

    /// The path of a file from the root of the repository that holds it. A file outside, or where there is none, keeps
    /// the path that it was given; but nowhere is there one that leads upwards, which GitHub shows at no file.
    func name(_ path: String) -> String {
        let folder = Files.folder(of: path)
        // A link is a file of its own, so only its folder is followed.
        guard let real = Files.realPath(folder.isEmpty ? "." : folder) else { return path }
        let whole = (real == "/" ? "" : real) + "/" + Files.name(of: path)
        if let root, Files.exists(path), Files.isInside(whole, root) { return Self.path(of: whole, from: root) }
        let parts = path.split(separator: "/")
        if parts.contains("..") {
            guard let here = Files.realPath("."), Files.isInside(whole, here) else { return whole }
            return Self.path(of: whole, from: here)
        }
        return path.hasPrefix("./") ? parts.drop { $0 == "." }.joined(separator: "/") : path
    }

    private static func path(of file: String, from root: String) -> String {
        String(file.dropFirst(root == "/" ? 1 : root.count + 1))
    }
}
