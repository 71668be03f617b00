import Foundation

extension ManagedObjectContext {
    /// Returns the stored values of the objects that match a request, without this context's changes (rule FET-25).
    ///
    /// A dictionary contains the properties that the request names, including paths such as `team.name`, or every
    /// stored attribute. It contains attributes as their accessors return them, and to-one relationships as
    /// ``ObjectID``. It does not contain nil values (rule FET-12). The call waits for the stores.
    ///
    /// ```swift
    /// var request = FetchRequest<Hero>(sortDescriptors: [SortDescriptor(\.name)])
    /// request.propertiesToFetch = ["name", "universe"]
    /// let rows = try context.fetchDictionaries(request)  // [["name": "Batgirl", "universe": 1], …]
    /// ```
    ///
    /// - Throws: ``FetchError`` for a property that the entity does not have, or that is to-many or transient, and the
    ///   errors of ``fetch(_:)``.
    public func fetchDictionaries<Object: ManagedObject>(_ request: FetchRequest<Object>) throws -> [[String: Any]] {
        if !request.expressionsToFetch.isEmpty || !request.propertiesToGroupBy.isEmpty
            || request.havingPredicate != nil || request.propertiesToFetch.contains(where: { $0.contains(".") })
        {
            return try fetchGroups(request)
        }
        let columns = try columns(of: request)
        let stored = storedState()
        return try withExtendedLifetime(stored) {
            let rows =
                request.returnsDistinctResults
                ? try stored.distinctRows(of: columns, request)
                : try stored.rows(of: columns, request)
            return request.window(of: rows).map { row in
                var dictionary: [String: Any] = [:]
                for (column, value) in zip(columns, row) {
                    if let value = column.anyValue(of: value) { dictionary[column.name] = value }
                }
                return dictionary
            }
        }
    }

    /// Returns the different rows of this context's objects that match.
    private func distinctRows<Object: ManagedObject>(
        of columns: [RowColumn], _ request: FetchRequest<Object>
    ) throws -> [[StoreGroup.Key]] {
        if !columns.contains(where: \.isObjectID),
            let groups = try storedGroups(of: request, by: columns.map(\.name), [])
        {
            return groups.map(\.keys)
        }
        var seen: Set<[StoreGroup.Key]> = []
        return try rows(of: columns, request).filter { row in seen.insert(row.map(\.rowKey)).inserted }
    }

    /// Returns the rows of this context's objects that match.
    private func rows<Object: ManagedObject>(
        of columns: [RowColumn], _ request: FetchRequest<Object>
    ) throws -> [[StoreGroup.Key]] {
        let objects = try matches(of: request)
        try readAhead(objects, at: columns.compactMap(\.relationship))
        return objects.map { $0.row(of: columns) }
    }

    private func columns<Object>(of request: FetchRequest<Object>) throws -> [RowColumn] {
        let entity = try entity(of: request)
        guard !request.propertiesToFetch.isEmpty else {
            return entity.attributes.filter { !$0.isTransient }.map { .attribute($0, of: entity) }
        }
        return try request.propertiesToFetch.map { name in
            if let attribute = entity.attribute(named: name), !attribute.isTransient {
                return .attribute(attribute, of: entity)
            }
            if let relationship = entity.relationship(named: name), !relationship.isToMany {
                return .toOne(relationship)
            }
            if name == "objectID", !entity.propertyNames.contains(name) { return .objectID }
            guard entity.propertyNames.contains(name) else { throw FetchError.unknownProperty(name, of: entity) }
            throw FetchError(
                code: .unfetchableProperty,
                description: "'\(entity.name).\(name)' is to-many or not stored, so a dictionary cannot contain it")
        }
    }
}

/// One property of the dictionaries that a fetch returns.
private enum RowColumn {
    case attribute(Attribute, of: EntityDescription)
    case toOne(RelationshipDescription)
    /// The ID of the object itself.
    case objectID

    var name: String {
        switch self {
        case .attribute(let attribute, _): attribute.name
        case .toOne(let relationship): relationship.name
        case .objectID: "objectID"
        }
    }

    var relationship: RelationshipDescription? {
        if case .toOne(let relationship) = self { relationship } else { nil }
    }

    var isObjectID: Bool {
        if case .objectID = self { true } else { false }
    }

    func anyValue(of value: StoreGroup.Key) -> Any? {
        switch (self, value) {
        case (.attribute(let attribute, let entity), .value(let value)):
            entity.anyValue(of: value, for: attribute)
        case (_, .object(let objectID)): objectID
        default: nil
        }
    }
}

extension StoreGroup.Key {
    /// The value by which rows are compared: all values of an attribute that are not a number are the same one.
    fileprivate var rowKey: StoreGroup.Key {
        if case .value(let value) = self { .value(value.rowKey) } else { self }
    }
}

extension AttributeValue {
    fileprivate var rowKey: AttributeValue {
        // Text stands for what is not a number, because no other value of these attributes is text.
        let isNumber =
            switch self {
            case .float(let number): !number.isNaN
            case .double(let number): !number.isNaN
            case .decimal(let number): !number.isNaN
            case .date(let date): !date.timeIntervalSinceReferenceDate.isNaN
            default: true
            }
        guard isNumber else { return .string("NaN") }
        if case .composite(let members) = self { return .composite(members.mapValues(\.rowKey)) }
        return self
    }
}

extension ManagedObject {
    fileprivate func row(of columns: [RowColumn]) -> [StoreGroup.Key] {
        columns.map { column in
            switch column {
            case .attribute(let attribute, _): .value(value(at: attributeIndex(attribute.name)))
            case .toOne(let relationship): destination(of: relationship).map { .object($0.objectID) } ?? .value(.null)
            case .objectID: .object(objectID)
            }
        }
    }
}
