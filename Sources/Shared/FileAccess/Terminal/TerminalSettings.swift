/// What people want to read besides the results of a command. It applies to the running command and its tasks.
package struct TerminalSettings: Sendable {
    package enum Amount: Sendable {
        /// Only results and errors.
        case quiet
        case usual
        /// Also what has not changed, and what the command decides by itself.
        case verbose
    }

    package enum Color: String, Sendable, CaseIterable {
        /// On a terminal, unless the environment asks for none.
        case auto
        case always, never
    }

    package var amount: Amount
    package var color: Color

    package init(amount: Amount = .usual, color: Color = .auto) {
        self.amount = amount
        self.color = color
    }

    @TaskLocal package static var current = TerminalSettings()

    package static var isQuiet: Bool { current.amount == .quiet }
    package static var isVerbose: Bool { current.amount == .verbose }
}
