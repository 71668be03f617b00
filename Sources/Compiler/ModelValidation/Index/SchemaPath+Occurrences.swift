import ModelSchema

extension SchemaPath {
    /// Returns the paths of inner elements of one kind, given their names in file order.
    func paths(to kind: Kind, named names: [String]) -> [SchemaPath] {
        var occurrences: [String: Int] = [:]
        occurrences.reserveCapacity(names.count)
        return names.enumerated().map { index, name in
            // An element without a name is identified by its index among all elements of its kind.
            guard !name.isEmpty else { return appending(kind, nil, occurrence: index) }
            let occurrence = occurrences[name, default: 0]
            occurrences[name] = occurrence + 1
            return appending(kind, name, occurrence: occurrence)
        }
    }
}
