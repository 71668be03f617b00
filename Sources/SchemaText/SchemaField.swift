/// The words that lines of a schema text are made of, besides names and values.
enum SchemaField: String, CaseIterable {
    // What a line describes. Lines of properties belong to the entity or composite before them.
    case model, entity, composite, configuration, request
    case attribute, relationship, fetched, index, unique
    // Flags.
    case abstract, optional, transient, derived, external, preserved, cloudKit, many, ordered, descending, rTree
    // Words before one value.
    case version, `class`, parent, renamed, hash, expression, `default`, date, min, max, minDate, maxDate, pattern
    case transformer, type, of, to, inverse, inverseEntity, delete, name, predicate, result, limit, batch
    case subentities, values, pending, faults, distinct, on, `where`
    /// Before the words of one column of an index.
    case column
    /// Before a key and its value.
    case info

    private static let byWord = Dictionary(uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) })

    /// The field that a word stands for; nil for a word that is none.
    static func named(_ word: String) -> SchemaField? {
        byWord[word]
    }
}
