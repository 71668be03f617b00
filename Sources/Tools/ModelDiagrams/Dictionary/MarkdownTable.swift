import StructuredText

/// A table in GitHub's dialect. Cells are Markdown without line breaks.
func markdownTable(_ head: [String], _ rows: [[String]]) -> String {
    let divider = head.map { _ in "---" }
    return ([head, divider] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
}

/// A table below a heading; nil without rows.
func markdownSection(_ heading: String, _ head: [String], _ rows: [[String]]) -> String? {
    rows.isEmpty ? nil : "\(heading)\n\n\(markdownTable(head, rows))"
}

/// A simple name as code, or any other name as escaped text.
func markdownName(_ name: String) -> String {
    let isPlain =
        !name.isEmpty
        && name.unicodeScalars.allSatisfy { scalar in
            scalar == "_" || scalar == "." || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        }
    return isPlain ? "`\(name)`" : markdownText(name)
}
