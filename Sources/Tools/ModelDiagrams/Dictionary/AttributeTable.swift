import ModelSchema
import StructuredText

/// A Markdown table of attributes, in the order given.
func attributeTable(_ attributes: [Attribute], uniqueNames: Set<String>) -> String {
    let rows = attributes.map { attribute in
        let notes = (uniqueNames.contains(attribute.name) ? ["unique"] : []) + attribute.notes
        return [
            markdownName(attribute.name), markdownText(attribute.typeText), attribute.isOptional ? "yes" : "no",
            attribute.defaultText.map(markdownText) ?? "", attribute.boundsText.map(markdownText) ?? "",
            (notes.map(markdownText) + attribute.userInfo.notes).joined(separator: ", "),
        ]
    }
    return markdownTable(["Name", "Type", "Optional", "Default", "Bounds", "Notes"], rows)
}

extension UserInfo {
    /// The entries, by key and then by value.
    var sortedEntries: [Entry] { entries.sorted { ($0.key, $0.value) < ($1.key, $1.value) } }

    /// The entries as Markdown, each as `key = value`.
    var notes: [String] { sortedEntries.map { "\(markdownName($0.key)) = \(markdownText($0.value))" } }
}
