import Foundation
import ModelExpressions

/// Rejects changes with derived attributes that were right on their own, but not together with concurrent saves: others
/// have changed objects that the values depend on.
///
/// The version of an object guards its own properties, so this check covers only expressions that lead to other
/// objects.
struct DerivationCommitCheck<Reader: CommitCheckReader> {
    private let reader: Reader
    private let derivations: Derivations
    /// The attributes to examine, by object.
    private var due: [ObjectID: Set<Int>] = [:]
    /// The changed properties of objects, which others' attributes may depend on.
    private var changedKeys: [ObjectID: Set<String>] = [:]

    /// Examines the changes before they are written.
    init(_ changes: StoreChanges, _ reader: Reader) throws {
        self.reader = reader
        derivations = reader.model.derivations
        for place in changes.inserted.indices {
            let objectID = changes.inserted[place].objectID
            guard let entity = reader.model.entitiesByName[objectID.entityName] else { continue }
            for derivation in derivations.own[entity.ordinal] ?? [] where derivation.dependsOnOtherObjects {
                due[objectID, default: []].insert(derivation.attribute)
            }
            for index in entity.storedLinkIndexes {
                noteDestinations(changes.inserted[place].destinations[index], of: entity.relationships[index])
            }
        }
        for update in changes.updated {
            guard let entity = reader.model.entitiesByName[update.objectID.entityName] else { continue }
            for index in update.values.keys {
                changedKeys[update.objectID, default: []].insert(entity.attributeNames[index])
                if derivations.derivation(ofAttribute: index, of: entity)?.dependsOnOtherObjects == true {
                    due[update.objectID, default: []].insert(index)
                }
            }
            for (index, change) in update.links {
                changedKeys[update.objectID, default: []].insert(entity.relationshipNames[index])
                noteDestinations(change.added + change.removed, of: entity.relationships[index])
            }
        }
        for deletion in changes.deleted {
            for relationship in reader.model.entitiesByName[deletion.objectID.entityName]?.relationships ?? []
            where relationship.inverseName != nil {
                let destinations = try reader.destinations(of: relationship, from: [deletion.objectID])
                noteDestinations(destinations.objectIDs.flatMap { $0 }, of: relationship)
            }
        }
        for deletion in changes.deleted { changedKeys[deletion.objectID] = nil }
    }

    private mutating func noteDestinations(_ destinations: [ObjectID], of relationship: RelationshipDescription) {
        guard let inverse = relationship.inverseName else { return }
        for destination in destinations { changedKeys[destination, default: []].insert(inverse) }
    }

    /// Checks the state after the write.
    ///
    /// - Throws: ``GraphIntegrityError`` for the first object with a wrong value,
    ///   or the error of the reader or an expression.
    func check() throws {
        var due = due
        for (objectID, keys) in changedKeys {
            guard let entity = reader.model.entitiesByName[objectID.entityName] else { continue }
            for derivation in derivations.own[entity.ordinal] ?? []
            where derivation.dependsOnOtherObjects && derivation.keys?.isDisjoint(with: keys) == false {
                due[objectID, default: []].insert(derivation.attribute)
            }
            for dependency in derivations.dependencies[entity.ordinal] ?? [] where keys.contains(dependency.key) {
                for owner in try owners(from: objectID, along: dependency.reversePath) {
                    due[owner, default: []].insert(dependency.derivation.attribute)
                }
            }
        }
        if due.isEmpty { return }
        let source = CommitCheckSource(reader, reading: Array(due.keys))
        let evaluator = PredicateEvaluator(source: source, now: Date(timeIntervalSinceReferenceDate: 0))
        for (objectID, attributes) in due.sorted(by: { $0.key < $1.key }) {
            guard let entity = reader.model.entitiesByName[objectID.entityName], let row = try source.row(of: objectID)
            else { continue }
            for derivation in derivations.own[entity.ordinal] ?? []
            where derivation.isReproducible && attributes.contains(derivation.attribute) {
                let result = try evaluator.evaluate(derivation.expression, on: .object(objectID))
                let value = AttributeValue(derived: result, as: entity.attributeTypes[derivation.attribute])
                guard !row.values[derivation.attribute].isStoredDerivedValue(value) else { continue }
                throw GraphIntegrityError(
                    code: .wrongDerivedValue, objectID: objectID,
                    propertyName: entity.attributeNames[derivation.attribute])
            }
        }
    }

    private func owners(from objectID: ObjectID, along reversePath: [Int]) throws -> Set<ObjectID> {
        try reversePath.reduce(into: [objectID]) { present, index in
            var next: Set<ObjectID> = []
            for (name, members) in Dictionary(grouping: present, by: \.entityName) {
                guard let entity = reader.model.entitiesByName[name], index < entity.relationships.count else {
                    continue
                }
                let destinations = try reader.destinations(of: entity.relationships[index], from: members.sorted())
                for owners in destinations.objectIDs { next.formUnion(owners) }
            }
            present = next
        }
    }
}

extension AttributeValue {
    /// Whether a value that a store has kept is the one that a derivation computes from values that the store has kept,
    /// some of which may be rounded.
    fileprivate func isStoredDerivedValue(_ value: AttributeValue) -> Bool {
        // A store need not keep the bytes of text.
        if self == value || isDerivedValue(value) { return true }
        guard let own = real, let other = value.real else { return false }
        return abs(own - other) <= 1e-9 * max(abs(own), abs(other), 1)
    }

    private var real: Double? {
        switch self {
        case .double(let number): number
        case .float(let number): Double(number)
        case .decimal(let number): NSDecimalNumber(decimal: number).doubleValue
        default: nil
        }
    }
}

/// Reads the objects of a store within a commit, each once.
private final class CommitCheckSource<Reader: CommitCheckReader>: QuerySource {
    private let reader: Reader
    private var rows: [ObjectID: StoreRow?] = [:]
    /// Objects that may be read next, all at once.
    private var unread: Set<ObjectID>

    init(_ reader: Reader, reading objectIDs: [ObjectID]) {
        self.reader = reader
        unread = Set(objectIDs)
    }

    func row(of objectID: ObjectID) throws -> StoreRow? {
        if let known = rows[objectID] { return known }
        unread.insert(objectID)
        let wanted = unread.sorted()
        unread = []
        for objectID in wanted { rows[objectID] = .some(nil) }
        for row in try reader.rows(of: wanted) { rows[row.objectID] = row }
        return rows[objectID] ?? nil
    }

    func value(forKey key: String, of objectID: ObjectID) throws -> QueryValue<ObjectID> {
        guard let entity = reader.model.entitiesByName[objectID.entityName] else { return .null }
        if let index = entity.attributeIndexes[key] {
            return try row(of: objectID).map { QueryValue($0.values[index]) } ?? .null
        }
        guard let relationship = entity.relationship(named: key) else {
            throw QueryError.unknownKey(key, of: entity.name, among: entity.propertyNames)
        }
        let answer = try reader.destinations(of: relationship, from: [objectID])
        for row in answer.rows { rows[row.objectID] = row }
        // In the order of a context, so that sums are the same.
        let found = answer.objectIDs.first ?? []
        let destinations = relationship.isOrdered ? found : found.sorted { place(of: $0) < place(of: $1) }
        unread.formUnion(destinations.filter { rows[$0] == nil })
        if relationship.isToMany { return .many(destinations.map { .object($0) }) }
        return destinations.first.map { .object($0) } ?? .null
    }

    private func place(of objectID: ObjectID) -> (Int, Int64) {
        (reader.model.entitiesByName[objectID.entityName]?.ordinal ?? 0, objectID.number)
    }

    func objectID(of subject: ObjectID) -> ObjectID { subject }

    func subject(with objectID: ObjectID) -> ObjectID? { objectID }
}
