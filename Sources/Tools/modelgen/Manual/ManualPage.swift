import CommandArguments

/// The manual page of the tool or of one of its commands, in roff, with the text of `--help`.
struct ManualPage {
    /// The names of the command and of those it belongs to, such as `modelgen` and `edit`.
    private let path: [String]
    private let command: ToolDescription.Command
    private let version: String
    /// The names of the pages that this page refers to.
    private let relatedNames: [String]

    /// The words of the command after the name of the tool.
    var words: [String] { Array(path.dropFirst()) }

    /// The command as it is typed after the name of the tool.
    var commandText: String { words.joined(separator: " ") }

    /// The name of the page, such as `modelgen-edit`.
    var name: String { Self.name(of: path) }

    /// The name of the page's file, such as `modelgen-edit.1`.
    var fileName: String { name + ".1" }

    private static func name(of path: [String]) -> String { path.joined(separator: "-") }

    var text: String {
        let shown = Roff.text(name)
        var lines = [
            #".TH \#(shown.uppercased()) 1 "" "modelgen \#(Roff.text(version))" "User Commands""#,
            // Programs that index manual pages expect the name as it is typed.
            ".SH NAME", "\(name) \\- \(Roff.text(Self.clause(command.abstract)))",
            ".SH SYNOPSIS",
        ]
        lines += synopsis
        lines += [".SH DESCRIPTION", Roff.text(command.abstract ?? "")]
        if let discussion = command.discussion { lines += [".PP"] + Roff.paragraphs(discussion) }
        if !command.shownSubcommands.isEmpty {
            lines.append(".SH COMMANDS")
            for subcommand in command.shownSubcommands {
                let name = Self.name(of: path + [subcommand.commandName])
                lines += [".TP", Self.reference(to: name), Roff.text(subcommand.abstract ?? "")]
            }
        }
        lines += arguments(".SH ARGUMENTS", ofKind: { $0 == "positional" })
        lines += arguments(".SH OPTIONS", ofKind: { $0 != "positional" })
        lines += Self.closing
        if !relatedNames.isEmpty {
            // Names of pages are not hyphenated, so that a search finds them.
            lines += [".SH SEE ALSO", ".nh", ".ad l"]
            lines += relatedNames.map { name in
                Self.reference(to: name) + (name == relatedNames.last ? "" : ",")
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private var synopsis: [String] {
        let nested = command.shownSubcommands
        guard nested.isEmpty else {
            let lines = nested.map { command in
                Self.line(
                    path + [command.commandName],
                    command.shownSubcommands.isEmpty ? Self.arguments(of: command) : [Roff.italic("command"), "..."])
            }
            return Array(lines.map { [$0] }.joined(separator: [".br"]))
        }
        return [Self.line(path, Self.arguments(of: command))]
    }

    private static func line(_ words: [String], _ arguments: [String]) -> String {
        ([Roff.bold(words.joined(separator: " "))] + arguments).joined(separator: " ")
    }

    private static func arguments(of command: ToolDescription.Command) -> [String] {
        let positional = command.shownArguments.filter { $0.kind == "positional" }.map { argument in
            let name = Roff.italic(argument.valueName ?? "value") + (argument.isRepeating ? " ..." : "")
            return argument.isOptional ? "[\(name)]" : name
        }
        let required = command.shownArguments.filter { $0.kind == "option" && !$0.isOptional }.map(Self.heading)
        let isAll = required.count + positional.count == command.shownArguments.count
        return positional + required + (isAll ? [] : ["[\(Roff.italic("options"))]"])
    }

    private func arguments(_ heading: String, ofKind isMeant: (String) -> Bool) -> [String] {
        let arguments = command.shownArguments.filter { isMeant($0.kind) }
        return arguments.isEmpty ? [] : [heading] + arguments.flatMap(entry)
    }

    private func entry(for argument: ToolDescription.Argument) -> [String] {
        var lines = [".TP", Self.heading(argument)]
        if let abstract = argument.abstract { lines.append(Roff.text(abstract)) }
        if let discussion = argument.discussion { lines += Roff.paragraphs(discussion) }
        if let values = argument.allValues, !values.isEmpty {
            lines.append("One of " + values.map(Roff.bold).joined(separator: ", ") + ".")
        }
        if argument.kind != "flag", let value = argument.defaultValue {
            lines.append("Default: \(Roff.text(value)).")
        }
        return lines
    }

    private static func heading(_ argument: ToolDescription.Argument) -> String {
        let value = Roff.italic(argument.valueName ?? "value")
        guard argument.kind != "positional" else { return value }
        let names = (argument.names ?? []).sorted { $0.text.count < $1.text.count }.map { Roff.bold($0.text) }
        return names.joined(separator: ", ") + (argument.kind == "option" ? " \(value)" : "")
    }

    private static func reference(to name: String) -> String { "\(Roff.bold(name))(1)" }

    /// An abstract as a part of a sentence.
    private static func clause(_ abstract: String?) -> String {
        let text = abstract ?? ""
        let end = text.hasSuffix(".") ? text.dropLast() : text[...]
        return end.prefix(1).lowercased() + end.dropFirst()
    }

    private static let exitStatus =
        [".SH EXIT STATUS"] + ExitStatus.allCases.flatMap { [".TP", "\($0.rawValue)", Roff.text($0.meaning)] }

    private static let closing =
        exitStatus + [
            ".SH FILES",
            ".TP", Roff.italic("modelgen.yml"),
            "The configuration of a project, next to a model or in an enclosing folder.",
            "Command-line options override it.",
            ".TP", Roff.italic("modelgen-baseline.json"),
            "The findings that a project accepts.",
        ]
}

extension ManualPage {
    /// The pages of the tool and of all its commands, each command before its subcommands.
    static func all(of tool: ToolDescription, version: String) -> [ManualPage] {
        pages(of: tool.command, at: [tool.command.commandName], version: version, parents: [])
    }

    /// - Parameter parents: The names of the pages of the commands that a command belongs to, from the tool inward.
    private static func pages(
        of command: ToolDescription.Command, at path: [String], version: String, parents: [String]
    ) -> [ManualPage] {
        let own = name(of: path)
        let inner = command.shownSubcommands.flatMap {
            pages(of: $0, at: path + [$0.commandName], version: version, parents: parents + [own])
        }
        return [
            ManualPage(
                path: path, command: command, version: version, relatedNames: parents + inner.map(\.name))
        ] + inner
    }
}
