enum HelpCommand {
    static let command = Command(
        name: "help", operands: "[COMMAND]", operandCount: 0...1, operandKind: .commands,
        about: "shows what there is, or a command's options", options: [],
        run: { arguments throws(LoadError) in
            guard let name = arguments.operands.first else { return Reply(output: Help.overview) }
            guard let command = Command.all.first(where: { $0.name == name }) else {
                throw .usage(Help.unknown(name))
            }
            return Reply(output: Help.page(command))
        })

    static let version = Command(
        name: "version", operands: "", operandCount: 0...0, operandKind: .words([]),
        about: "prints the number of the model: builds with the same number give the same runs", options: [],
        run: { _ in Reply(output: Help.version) })
}
