import Foundation

/// The rows of the table, as Markdown and as JSON.
struct Report: Encodable {
    struct Row: Encodable {
        var number: String
        var work: String
        var value: String
        var peer: String
        var peerValue: String
        var ratio: Double?
        var bar: Double?
        /// Nil where there is no bar.
        var isPassed: Bool?
    }

    var machine: String
    var versions: [String: String]
    var rows: [Row] = []

    mutating func add(
        _ number: String, _ work: String, _ value: String, against peer: String, _ peerValue: String, _ ratio: Double?,
        bar: Double? = nil, isPassed: Bool? = nil
    ) {
        let verdict = isPassed ?? (bar.flatMap { bar in ratio.map { $0 <= bar } })
        let row = Row(
            number: number, work: work, value: value, peer: peer, peerValue: peerValue, ratio: ratio, bar: bar,
            isPassed: verdict)
        rows.append(row)
        print(Self.line(row))
    }

    static func printHead() {
        print("| # | work | here | peer | peer's | ratio | bar | |")
        print("|---|---|---|---|---|---|---|---|")
    }

    private static func line(_ row: Row) -> String {
        let columns = [
            row.number, row.work, row.value, row.peer, row.peerValue,
            row.ratio.map { String(format: "%.3f ×", $0) } ?? "", row.bar.map { "≤ \($0) ×" } ?? "",
            row.isPassed.map { $0 ? "ok" : "MISS" } ?? "",
        ]
        return "| \(columns.joined(separator: " | ")) |"
    }
}
