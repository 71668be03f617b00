import ModelSchema

extension SchemaPath {
    /// The paths to the elements of one kind inside this one, given their names in file order.
    func paths(to kind: Kind, named names: [String]) -> [SchemaPath] {
        var occurrences: [String: Int] = [:]
        occurrences.reserveCapacity(names.count)
        return names.enumerated().map { index, name in
            // An element without a name is found by its number among all of its kind.
            guard !name.isEmpty else { return appending(kind, nil, occurrence: index) }
            let occurrence = occurrences[name, default: 0]
            occurrences[name] = occurrence + 1
            return appending(kind, name, occurrence: occurrence)
        }
    }
}
