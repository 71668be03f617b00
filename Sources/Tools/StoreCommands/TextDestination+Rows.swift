import CommandArguments
import FileAccess
import StoreExchange

extension TextDestination {
    /// Writes rows to standard output as they are read. Anything else gets all of them in one step, as from every
    /// command.
    func write(_ rows: RowStream, as form: RowWriter.Form) throws {
        let isStream = output?.isStandardOutput ?? true
        // On a terminal, the rows are the progress.
        let progress =
            isStream && StandardOutput.isTerminal ? nil : ProgressLine("writing rows")
        defer { progress?.clear() }
        var writer = RowWriter(form)
        var whole = ""
        var count = 0
        try rows.forEachTable { table in
            let text = writer.text(of: table)
            if isStream { try writeToStream(text, form) } else { whole += text }
            count += table.rows.count
            progress?.show(count)
        }
        try write(whole + writer.end())
        noteOmissions(of: writer)
    }

    /// Writes a table.
    func write(_ table: RowTable, as form: RowWriter.Form) throws {
        var writer = RowWriter(form)
        let text = writer.text(of: table) + writer.end()
        if output?.isStandardOutput ?? true { try writeToStream(text, form) } else { try write(text) }
        noteOmissions(of: writer)
    }

    /// Writes to standard output. A terminal does not get what it would obey, which only tables leave out by
    /// themselves.
    private func writeToStream(_ text: String, _ form: RowWriter.Form) throws {
        if case .text = form { return try write(text) }
        guard StandardOutput.isTerminal else { return try write(text) }
        let lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        try write(lines.map { String($0).shownOnTerminal(keepsLines: true) }.joined(separator: "\r\n"))
    }

    private func noteOmissions(of writer: RowWriter) {
        guard !writer.omittedNames.isEmpty else { return }
        StandardError.writeNote(
            "modelgen: note: the terminal is too narrow for these columns: "
                + "\(writer.omittedNames.joined(separator: ", "))\n")
    }
}
