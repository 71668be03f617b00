import ArgumentParser
import CommandArguments
import StoreExchange

/// The forms of a table.
enum TableFormat: String, OutputFormat {
    case text, json, jsonl, csv

    static let standard = TableFormat.text

    var fileExtensions: [String] { self == .text ? ["txt"] : [rawValue] }

    func text(of table: RowTable) -> String {
        switch self {
        case .text: table.text
        case .json: table.json
        case .jsonl: table.jsonLines
        case .csv: table.csv
        }
    }
}
