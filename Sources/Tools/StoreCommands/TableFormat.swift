import ArgumentParser
import CommandArguments
import FileAccess
import StoreExchange

/// The forms of a table.
enum TableFormat: String, OutputFormat {
    case text, json, jsonl, csv

    static let standard = TableFormat.text

    var fileExtensions: [String] { self == .text ? ["txt"] : [rawValue] }

    /// The form for an output: a table on a terminal fits into its lines.
    func form(for output: OutputArgument?) -> RowWriter.Form {
        switch self {
        case .text: .text(width: output?.isStandardOutput ?? true ? StandardOutput.columnCount : nil)
        case .json: .json
        case .jsonl: .jsonl
        case .csv: .csv
        }
    }
}
