import ModelSchema

/// Reads the fetch requests of a model, and those of fetched properties.
struct ArchivedFetchReader {
    /// The flags that Core Data writes for a fetch with default settings.
    private static let usualFlags: Int64 = 30
    /// The name of every fetched property's fetch in a model file.
    private static let nameOfPropertyFetch = "fetchedPropertyFetchRequest"

    /// The parts that could not be read.
    private(set) var notes: [String] = []

    /// A fetched property; nil if its fetch cannot be read.
    mutating func fetchedProperty(_ value: ArchivedValue, named name: String, at place: String) -> FetchedProperty? {
        guard let request = value[.fetchRequest],
            let fetch = fetch(
                request, named: Self.nameOfPropertyFetch, of: value[.fetchRequestEntityName]?.text, at: place)
        else { return nil }
        return FetchedProperty(
            name: name, isOptional: value[.isOptional]?.boolean ?? false, fetchRequest: fetch,
            userInfo: value.userInfo)
    }

    /// A fetch; nil, with a note, if its predicate cannot be read, because without it the fetch would find too many
    /// objects.
    mutating func fetch(
        _ value: ArchivedValue, named name: String, of entityName: String?, at place: String
    ) -> FetchRequestTemplate? {
        var fetch = FetchRequestTemplate(
            name: name,
            entityName: entityName ?? value[.entity]?[.entityName]?.text ?? value[.entityName]?.text)
        if let predicate = value[.predicate] {
            guard let text = ArchivedPredicateReader().text(predicate) else {
                notes.append("\(place): left out, because its predicate cannot be read")
                return nil
            }
            fetch.predicateString = text
        }
        fetch.resultType =
            FetchRequestTemplate.ResultType(rawValue: Int(clamping: value[.resultType]?.integer ?? 0)) ?? .objects
        fetch.fetchLimit = Int(clamping: value[.fetchLimit]?.integer ?? 0)
        fetch.fetchBatchSize = Int(clamping: value[.batchSize]?.integer ?? 0)
        if let flags = value[.fetchRequestFlags]?.integer, flags != Self.usualFlags {
            notes.append("\(place): the options of the fetch (\(flags)) are left out")
        }
        if value[.sortDescriptors]?.elements?.isEmpty == false {
            notes.append("\(place): the order of the fetch is left out, because model files cannot represent it")
        }
        return fetch
    }
}
