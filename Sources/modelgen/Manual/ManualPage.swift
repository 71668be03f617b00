import CommandArguments

/// The tool's manual page in roff, with the text of `--help` for each command.
struct ManualPage {
    let tool: ToolDescription
    let version: String

    var text: String {
        let command = tool.command
        var lines = [
            #".TH MODELGEN 1 "" "modelgen \#(Roff.text(version))" "User Commands""#,
            ".SH NAME",
            "modelgen \\- \(Roff.text(Self.clause(command.abstract)))",
            ".SH SYNOPSIS",
        ]
        for subcommand in command.shownSubcommands { lines += synopsis(of: subcommand) }
        lines += [".SH DESCRIPTION"] + Roff.paragraphs(command.discussion ?? "")
        lines.append(".SH COMMANDS")
        for subcommand in command.shownSubcommands { lines += section(for: subcommand) }
        return (lines + Self.closing).joined(separator: "\n") + "\n"
    }

    private func synopsis(of command: ToolDescription.Command) -> [String] {
        let nested = command.shownSubcommands
        guard nested.isEmpty else { return nested.flatMap { synopsis(of: $0, after: command.commandName + " ") } }
        return synopsis(of: command, after: "")
    }

    private func synopsis(of command: ToolDescription.Command, after parent: String) -> [String] {
        let positional = command.shownArguments.filter { $0.kind == "positional" }.map { argument in
            let name = Roff.italic(argument.valueName ?? "value") + (argument.isRepeating ? " ..." : "")
            return argument.isOptional ? "[\(name)]" : name
        }
        let required = command.shownArguments.filter { $0.kind == "option" && !$0.isOptional }.map(Self.heading)
        let isAll = required.count + positional.count == command.shownArguments.count
        let others = isAll ? [] : ["[\(Roff.italic("options"))]"]
        let words = [Roff.bold("modelgen \(parent)\(command.commandName)")] + positional + required + others
        return [words.joined(separator: " "), ".br"]
    }

    private func section(for command: ToolDescription.Command, after parent: String = "") -> [String] {
        let name = parent + command.commandName
        var lines = [".SS \(Roff.bold("modelgen \(name)"))", Roff.text(command.abstract ?? "")]
        if let discussion = command.discussion { lines += [".PP"] + Roff.paragraphs(discussion) }
        for argument in command.shownArguments { lines += entry(for: argument) }
        for subcommand in command.shownSubcommands { lines += section(for: subcommand, after: name + " ") }
        return lines
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
