/// The argument parser's description of a program or a command: the needed parts of `--experimental-dump-help`.
package struct ToolDescription: Decodable {
    /// A command, or the program itself.
    package struct Command: Decodable {
        /// The word that specifies the command.
        package var commandName: String
        /// Whether people see the command; nil if the parser does not say so.
        package var shouldDisplay: Bool?
        /// What the command does, in one line.
        package var abstract: String?
        /// The explanation below that line.
        package var discussion: String?
        /// The commands of the command, in order of declaration.
        package var subcommands: [Command]?
        /// The arguments, in order of declaration.
        package var arguments: [Argument]?

        /// The visible subcommands in order of declaration, without the parser's own `help`.
        package var shownSubcommands: [Command] {
            (subcommands ?? []).filter { $0.shouldDisplay != false && $0.commandName != "help" }
        }

        /// The visible arguments, without `--help` and `--version`, which every command has.
        package var shownArguments: [Argument] {
            (arguments ?? []).filter { argument in
                argument.shouldDisplay && !["help", "version"].contains(argument.preferredName?.name)
            }
        }
    }

    /// A positional argument, an option, or a flag.
    package struct Argument: Decodable {
        /// A name of an option or a flag.
        package struct Name: Decodable, Hashable {
            /// `long`, `short`, or `longWithSingleDash`.
            package var kind: String
            /// The name without dashes.
            package var name: String

            /// The name with its dashes, such as `--output`.
            package var text: String { (kind == "long" ? "--" : "-") + name }
        }

        /// `positional`, `option` or `flag`.
        package var kind: String
        /// Whether people see the argument.
        package var shouldDisplay: Bool
        /// Whether it can be left out.
        package var isOptional: Bool
        /// Whether it takes several values.
        package var isRepeating: Bool
        /// All names; nil for a positional argument.
        package var names: [Name]?
        /// The name for messages; nil for a positional argument.
        package var preferredName: Name?
        /// The word for the value in help.
        package var valueName: String?
        /// The text of the default.
        package var defaultValue: String?
        /// The values to choose from; nil for any text.
        package var allValues: [String]?
        /// What the argument means, in one line.
        package var abstract: String?
        /// The explanation below that line.
        package var discussion: String?
    }

    /// The described command.
    package var command: Command
}
