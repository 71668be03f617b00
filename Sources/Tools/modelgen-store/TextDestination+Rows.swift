import CommandArguments
import StoreExchange
import TerminalOutput

extension TextDestination {
    /// Writes rows to standard output as they are read. Anything else gets all of them in one step, as from every command.
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
            if isStream { try write(text) } else { whole += text }
            count += table.rows.count
            progress?.show(count)
        }
        try write(whole + writer.end())
        noteOmissions(of: writer)
    }

    /// Writes a table.
    func write(_ table: RowTable, as form: RowWriter.Form) throws {
        var writer = RowWriter(form)
        try write(writer.text(of: table) + writer.end())
        noteOmissions(of: writer)
    }

    private func noteOmissions(of writer: RowWriter) {
        guard !writer.omittedNames.isEmpty else { return }
        StandardError.writeNote(
            "modelgen: note: the terminal is too narrow for these columns: "
                + "\(writer.omittedNames.joined(separator: ", "))\n")
    }
}
