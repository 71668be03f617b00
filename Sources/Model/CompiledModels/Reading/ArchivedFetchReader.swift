import ModelSchema

/// Reads the fetch requests of a model, and those of fetched properties.
struct ArchivedFetchReader {

    /// The parts that could not be read.
    private(set) var notes: [String] = []

    /// A fetched property; nil if its fetch cannot be read.
    mutating func fetchedProperty(_ value: ArchivedValue, named name: String, at place: String) -> FetchedProperty? {
        guard let request = value[.fetchRequest],
            let fetch = fetch(
                request, named: FetchRequestTemplate.nameInProperties, of: value[.fetchRequestEntityName]?.text,
                at: place)
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
        if let flags = value[.fetchRequestFlags]?.integer { read(flags, into: &fetch, at: place) }
        if value[.sortDescriptors]?.elements?.isEmpty == false {
            notes.append("\(place): the order of the fetch is left out, because model files cannot represent it")
        }
        return fetch
    }

    /// Reads the options of a fetch, as far as they are not the default of its result.
    private mutating func read(_ flags: Int64, into fetch: inout FetchRequestTemplate, at place: String) {
        let options = FetchFlags(rawValue: flags)
        if options.contains(.distinct) { fetch.returnsDistinctResults = true }
        if !options.contains(.propertyValues), fetch.resultType != .objectIDs { fetch.includesPropertyValues = false }
        if !options.contains(.pendingChanges), fetch.resultType != .dictionaries {
            fetch.includesPendingChanges = false
        }
        if !options.contains(.subentities) { fetch.includesSubentities = false }
        if !options.contains(.faults) { fetch.returnsObjectsAsFaults = false }
        if !options.isSuperset(of: [.subentities, .faults]) {
            notes.append("\(place): fetching without subentities or without faults is a guess")
        }
        let others = options.subtracting(.all)
        if !others.isEmpty { notes.append("\(place): the options \(others.rawValue) of the fetch are left out") }
    }
}

/// The options of a fetch in archives.
///
/// Source: the fetches in public archives. No public archive tells which of two bits is for subentities and which for
/// faults.
package struct FetchFlags: OptionSet {
    /// The bits.
    package let rawValue: Int64

    /// Creates options from their bits.
    package init(rawValue: Int64) { self.rawValue = rawValue }

    /// Results are distinct.
    package static let distinct = FetchFlags(rawValue: 1)
    /// The fetch includes subentities.
    package static let subentities = FetchFlags(rawValue: 2)
    /// Objects are fetched with their values.
    package static let propertyValues = FetchFlags(rawValue: 4)
    /// Objects are returned as faults.
    package static let faults = FetchFlags(rawValue: 8)
    /// The fetch includes unsaved changes.
    package static let pendingChanges = FetchFlags(rawValue: 16)
    /// All known options.
    package static let all: FetchFlags = [.distinct, .subentities, .propertyValues, .faults, .pendingChanges]
}
