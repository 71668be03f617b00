/// The words in lines of a schema text, except for settings, names, and values.
enum SchemaField: String, CaseIterable {
    // The first words of lines. Properties belong to the entity or composite above them.
    case model, entity, composite, configuration, request
    case attribute, relationship, fetched, index, unique
    /// Before the name of the fetch of a fetched property.
    case name
    /// Before the words of one column of an index.
    case column

    private static let byWord = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
    private static let wordsOfSettings = Set(ModelSetting.allCases.compactMap(\.names.schemaWord))

    /// Returns the field for a word; nil if there is none.
    static func named(_ word: String) -> SchemaField? { byWord[word] }

    /// Whether a word has a meaning anywhere in a schema text.
    static func isKnown(_ word: String) -> Bool { byWord[word] != nil || wordsOfSettings.contains(word) }
}
