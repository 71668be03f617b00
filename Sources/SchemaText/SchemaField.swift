import ModelSchema

/// The words that lines of a schema text are made of, besides the words of settings, names and values.
enum SchemaField: String, CaseIterable {
    // What a line describes. Lines of properties belong to the entity or composite before them.
    case model, entity, composite, configuration, request
    case attribute, relationship, fetched, index, unique
    /// Before the name of the fetch of a fetched property.
    case name
    /// Before the words of one column of an index.
    case column
    // Of a column of an index.
    case on, expression, type, rTree, descending

    private static let byWord = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })
    private static let wordsOfSettings = Set(ModelSetting.allCases.compactMap(\.names.schemaWord))

    /// The field that a word stands for; nil for a word that is none.
    static func named(_ word: String) -> SchemaField? { byWord[word] }

    /// Whether a word stands for anything, wherever it may stand.
    static func isKnown(_ word: String) -> Bool { byWord[word] != nil || wordsOfSettings.contains(word) }
}
