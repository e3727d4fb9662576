/// Completions for shells, from the table of commands: what a shell offers is what help shows.
enum CompletionsCommand {
    static let command = Command(
        name: "completions", operands: shells.joined(separator: "|"), operandCount: 1...1,
        operandKind: .words(shells), about: "prints a script with which a shell completes commands and options",
        options: [], notes: notes,
        run: { arguments throws(LoadError) in
            switch arguments.operands[0] {
            case "bash": return Reply(output: bash, look: .exact)
            case "zsh": return Reply(output: zsh, look: .exact)
            case "fish": return Reply(output: fish, look: .exact)
            case let other:
                throw .usage("'\(other)' is no shell that this knows\(Help.hint(other, among: shells))")
            }
        })

    private static let shells = ["bash", "zsh", "fish"]

    private static let notes = """
        To have them in every new shell:

          bash  autowait completions bash >~/.local/share/bash-completion/completions/autowait
          zsh   autowait completions zsh >DIR/_autowait, where DIR is one of $fpath
          fish  autowait completions fish >~/.config/fish/completions/autowait.fish
        """

    /// The words that an operand may be; nil for files.
    private static func words(_ command: Command) -> [String]? {
        switch command.operandKind {
        case .inputs, .new: nil
        case .words(let words): words
        case .commands: Command.all.map { $0.name }
        }
    }

    private static func spellings(_ command: Command) -> String {
        command.allOptions.flatMap { $0.spellings }.joined(separator: " ")
    }

    // MARK: bash

    /// The script for bash up to its options. A file takes a line, whatever is in its name, and words stay as they are
    /// where a file of such a name would be quoted. An `=` is a word of its own, and before it stands what it gives a
    /// value to, unless somebody has taken it out of COMP_WORDBREAKS.
    private static var bashHead: String {
        #"""
        # bash completion for autowait, made by 'autowait completions bash'
        _autowait_files() {
            local file
            while IFS= read -r file; do COMPREPLY+=("$file"); done < <(compgen "$1" -- "$2")
        }
        _autowait_words() {
            local IFS=$' \t\n'
            compopt +o filenames 2>/dev/null
            COMPREPLY=($(compgen -W "$1" -- "$2"))
        }
        _autowait() {
            local current="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}"
            local command="${COMP_WORDS[1]}" words=''
            COMPREPLY=()
            if [ "$current" = = ]; then
                current=''
            elif [ "$before" = = ] && [ "$COMP_CWORD" -gt 2 ]; then
                before="${COMP_WORDS[COMP_CWORD-2]}"
            fi
        """#
    }

    /// Functions alone that bash itself has: the package bash-completion is not needed.
    private static var bash: String {
        var lines = [
            bashHead,
            "    if [ \"$COMP_CWORD\" -eq 1 ]; then",
            "        words='\(Command.all.map { $0.name }.joined(separator: " ")) --help --version'",
            "        _autowait_words \"$words\" \"$current\"",
            "        return",
            "    fi",
            "    case \"$command $before\" in",
        ]
        for command in Command.all {
            for option in command.allOptions {
                guard let value = option.value else { continue }
                let pattern = option.spellings.map { "'\(command.name) \($0)'" }.joined(separator: "|")
                lines.append("    \(pattern)) \(bash(value)); return ;;")
            }
        }
        lines += ["    esac", "    case \"$command\" in"]
        for command in Command.all {
            let words = words(command).map { $0.joined(separator: " ") }
            let files = words == nil ? "_autowait_files -f \"$current\"" : ":"
            lines += [
                "    \(command.name))",
                "        words='\(spellings(command))\(words.map { " " + $0 } ?? "")'",
                "        case \"$current\" in -*) ;; *) \(files) ;; esac",
                "        ;;",
            ]
        }
        lines += [
            "    esac",
            "    if [ -n \"$words\" ] && [ ${#COMPREPLY[@]} -eq 0 ]; then",
            "        _autowait_words \"$words\" \"$current\"",
            "    fi",
            "}",
            "complete -o filenames -F _autowait autowait",
        ]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func bash(_ value: CommandOption.Value) -> String {
        switch value {
        case .words(let words): "_autowait_words '\(words.joined(separator: " "))' \"$current\""
        case .folder, .folderToRead: "_autowait_files -d \"$current\""
        case .output, .input: "_autowait_files -f \"$current\""
        case .free: ":"
        }
    }

    // MARK: zsh

    private static var zsh: String {
        var lines = [
            "#compdef autowait",
            "# zsh completion for autowait, made by 'autowait completions zsh'",
            "_autowait() {",
            "    local -a commands",
            "    commands=(",
        ]
        lines += Command.all.map { "        '\($0.name):\(zshText($0.about))'" }
        lines += [
            "    )",
            "    if (( CURRENT == 2 )); then",
            "        _describe command commands",
            "        return",
            "    fi",
            "    local command=$words[2]",
            "    shift words",
            "    (( CURRENT-- ))",
            "    case $command in",
        ]
        for command in Command.all {
            lines.append("    \(command.name))")
            lines.append("        _arguments -s \\")
            for option in command.allOptions {
                let value = option.value.map { ":\(zshText($0.text, isMessage: true)):\(zsh($0))" } ?? ""
                for spelling in option.spellings {
                    // The value of a long name may stand behind a `=` as well.
                    let form = !value.isEmpty && spelling.hasPrefix("--") ? spelling + "=" : spelling
                    lines.append("            '*\(form)[\(zshText(option.about))]\(value)' \\")
                }
            }
            let operand = words(command).map { "(\($0.joined(separator: " ")))" } ?? "_files"
            lines += ["            '*:\(zshText(command.operands, isMessage: true)):\(operand)'", "        ;;"]
        }
        lines += ["    esac", "}", "_autowait \"$@\""]
        return lines.joined(separator: "\n") + "\n"
    }

    private static func zsh(_ value: CommandOption.Value) -> String {
        switch value {
        case .words(let words): "(\(words.joined(separator: " ")))"
        case .folder, .folderToRead: "_files -/"
        case .output, .input: "_files"
        case .free: ""
        }
    }

    /// A text between the quotes of zsh: a description that ends at a bracket or, where the name is before it, at
    /// nothing; or a message, which ends at a colon, and in which zsh takes a backslash away before a colon alone.
    private static func zshText(_ text: String, isMessage: Bool = false) -> String {
        escaped(text, isMessage ? ":" : "\\:[]").split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: #"'\''"#)
    }

    /// A text with a backslash before each of some characters.
    private static func escaped(_ text: String, _ special: String) -> String {
        String(text.flatMap { special.contains($0) ? ["\\", $0] : [$0] })
    }

    // MARK: fish

    private static var fish: String {
        var lines = [
            "# fish completion for autowait, made by 'autowait completions fish'",
            "complete -c autowait -f",
            "complete -c autowait -n __fish_use_subcommand -l version -s V -d 'the version'",
            "complete -c autowait -n __fish_use_subcommand -l help -s h -d 'what there is'",
        ]
        for command in Command.all {
            lines.append(
                "complete -c autowait -n __fish_use_subcommand -a \(command.name) -d '\(fishText(command.about))'")
        }
        for command in Command.all {
            let head = "complete -c autowait -n '__fish_seen_subcommand_from \(command.name)'"
            let operands = words(command).map { $0.isEmpty ? "" : " -a '\($0.joined(separator: " "))'" } ?? " -F"
            if !operands.isEmpty { lines.append(head + operands) }
            for option in command.allOptions {
                let letter = option.letter.map { " -s \($0)" } ?? ""
                let value = option.value.map(fish) ?? ""
                lines.append("\(head) -l \(option.name)\(letter)\(value) -d '\(fishText(option.about))'")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// A text between the quotes of fish.
    private static func fishText(_ text: String) -> String { escaped(text, "\\'") }

    private static func fish(_ value: CommandOption.Value) -> String {
        switch value {
        case .words(let words): " -x -a '\(words.joined(separator: " "))'"
        case .folder, .folderToRead: " -x -a '(__fish_complete_directories)'"
        case .output, .input: " -r -F"
        case .free: " -x"
        }
    }
}
