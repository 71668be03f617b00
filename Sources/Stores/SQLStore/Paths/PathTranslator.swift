import ModelExpressions
import StoreProtocol

/// Translates key paths into joins.
final class PathTranslator {
    private let context: TranslationContext
    private let contents: any SQLTableContents
    private var aliasCount = 0
    private var indexForms: [SQLFragment: SQLIndexForm] = [:]

    init(_ context: TranslationContext, _ contents: any SQLTableContents) {
        self.context = context
        self.contents = contents
    }

    private var names: any SQLNames { context.names }

    /// Returns the value at a path; nil if SQL cannot express it.
    func operand(of path: ArraySlice<ModelKeyPath.Component>, from start: SQLPlace) -> SQLOperand? {
        var place = start
        var members: SQLMembers?
        var isBehindToOne = false
        for (index, component) in zip(path.indices, path) {
            let isLast = index == path.endIndex - 1
            guard case .key(let name) = component else {
                guard component == .collectionOperator(.count), isLast, let members else { return nil }
                return .count(members, isNilWithoutOwner: members.owner.isOptional)
            }
            if let attribute = place.entity.attributes.firstIndex(where: { $0.name == name }) {
                guard isLast || path[(index + 1)...].elementsEqual([.collectionOperator(.count)]),
                    let column = self.column(ofAttributeAt: attribute, of: place)
                else { return nil }
                guard var found = members else { return isLast ? column : nil }
                if !isLast { return .count(found, isNilWithoutOwner: found.owner.isOptional) }
                found.element = column
                return .members(found)
            }
            guard let relationship = place.entity.relationship(named: name) else {
                guard isLast, name == "self" || name == "objectID" else { return nil }
                break
            }
            if !relationship.isToMany {
                guard let next = destination(of: relationship, from: place, isLast: isLast) else { return nil }
                isBehindToOne = true
                place = next
            } else if members == nil {
                guard let found = self.members(of: relationship, from: place) else { return nil }
                (members, place, isBehindToOne) = (found.0, found.1, false)
            } else {
                // If a to-one relationship before a to-many is nil, the evaluator has a nil member,
                // but a join has no row.
                guard !isBehindToOne, let found = members, let next = extend(found, relationship, from: place)
                else { return nil }
                (members, place) = next
            }
        }
        guard var members else { return .object(place.key, place.entity) }
        members.element = .object(place.key, place.entity)
        // The row of a to-one relationship at the end may not exist.
        members.alias = isBehindToOne ? nil : place.alias
        return .members(members)
    }

    /// Returns the destination entity of a relationship.
    func destination(of name: String, of entity: EntityDescription) -> EntityDescription? {
        entity.relationship(named: name).flatMap { context.model.entitiesByName[$0.destinationName] }
    }

    private func column(ofAttributeAt index: Int, of place: SQLPlace) -> SQLOperand? {
        guard let value = names.value(ofAttributeAt: index, of: place.entity, alias: place.alias) else { return nil }
        if let form = names.indexForm(ofAttributeAt: index, of: place.entity, alias: place.alias) {
            indexForms[value] = form
        }
        return .column(value, SQLKind(place.entity.attributes[index].type))
    }

    /// Returns how indexes have an attribute; nil if they have it as it is compared.
    ///
    /// - Parameter column: The attribute's value as an operand has it.
    func indexForm(of column: SQLFragment) -> SQLIndexForm? { indexForms[column] }

    // MARK: Steps

    private func makeAlias() -> String {
        aliasCount += 1
        return "t\(aliasCount)"
    }

    private func destination(
        of relationship: RelationshipDescription, from place: SQLPlace, isLast: Bool
    ) -> SQLPlace? {
        guard let link = names.link(of: relationship, of: place.entity),
            let entity = context.model.entitiesByName[relationship.destinationName], let table = names.table(of: entity)
        else { return nil }
        let held: SQLFragment
        let leadsBack: String?
        switch link {
        case .own(let column, _): (held, leadsBack) = ("\(name: place.alias).\(name: column)", nil)
        case .destinations(let column, _): (held, leadsBack) = (place.key, column)
        case .pairs: return nil
        }
        if isLast, leadsBack == nil, !relationship.allowsMissingDestination {
            return SQLPlace(scope: place.scope, alias: "", entity: entity, key: held, isOptional: true)
        }
        let alias = place.scope.alias(for: "\(place.alias).\(relationship.name)") {
            let alias = makeAlias()
            let leadsHere: SQLFragment = "\(name: alias).\(name: leadsBack ?? names.key) = \(held)"
            let conditions = [leadsHere] + isOfItsEntity(self.place(entity, alias, in: place.scope))
            return (alias, "LEFT JOIN \(name: table) \(name: alias) ON \(conditions.joined(separator: " AND "))")
        }
        return self.place(entity, alias, in: place.scope)
    }

    /// Returns a row that is joined, and may not exist.
    private func place(_ entity: EntityDescription, _ alias: String, in scope: SQLScope) -> SQLPlace {
        SQLPlace(scope: scope, alias: alias, entity: entity, key: "\(name: alias).\(name: names.key)", isOptional: true)
    }

    /// Returns the destinations of a to-many relationship, as a subquery.
    private func members(of relationship: RelationshipDescription, from owner: SQLPlace) -> (SQLMembers, SQLPlace)? {
        guard let link = names.link(of: relationship, of: owner.entity),
            let entity = context.model.entitiesByName[relationship.destinationName], let table = names.table(of: entity)
        else { return nil }
        let alias = makeAlias()
        let scope: SQLScope
        let ownersKey: SQLFragment
        let key: SQLFragment = "\(name: alias).\(name: names.key)"
        switch link {
        case .own: return nil
        case .destinations(let column, _):
            scope = SQLScope("\(name: table) \(name: alias)")
            ownersKey = "\(name: alias).\(name: column)"
        case .pairs(let pairs):
            let pair = makeAlias()
            scope = SQLScope(
                """
                \(name: pairs.table) \(name: pair) JOIN \(name: table) \(name: alias) \
                ON \(key) = \(name: pair).\(name: pairs.destination)
                """)
            ownersKey = "\(name: pair).\(name: pairs.source)"
        }
        let place = SQLPlace(scope: scope, alias: alias, entity: entity, key: key, isOptional: false)
        let members = SQLMembers(
            scope: scope, isOfOwner: "\(ownersKey) = \(owner.key)", conditions: isOfItsEntity(place),
            ownersKey: ownersKey, owner: owner, element: .object(key, entity))
        return (members, place)
    }

    /// Adds the destinations of a to-many relationship of members.
    private func extend(
        _ members: SQLMembers, _ relationship: RelationshipDescription, from place: SQLPlace
    ) -> (SQLMembers, SQLPlace)? {
        guard let link = names.link(of: relationship, of: place.entity),
            let entity = context.model.entitiesByName[relationship.destinationName], let table = names.table(of: entity)
        else { return nil }
        let alias = makeAlias()
        let key: SQLFragment = "\(name: alias).\(name: names.key)"
        switch link {
        case .own: return nil
        case .destinations(let column, _):
            place.scope.join("JOIN \(name: table) \(name: alias) ON \(name: alias).\(name: column) = \(place.key)")
        case .pairs(let pairs):
            let pair: SQLFragment = "\(name: makeAlias())"
            place.scope.join("JOIN \(name: pairs.table) \(pair) ON \(pair).\(name: pairs.source) = \(place.key)")
            place.scope.join("JOIN \(name: table) \(name: alias) ON \(key) = \(pair).\(name: pairs.destination)")
        }
        let next = SQLPlace(scope: place.scope, alias: alias, entity: entity, key: key, isOptional: false)
        var members = members
        members.conditions += isOfItsEntity(next)
        members.element = .object(key, entity)
        return (members, next)
    }

    /// Returns whether an index has the objects of a place in the order of an attribute.
    func isInOrderOfIndex(_ path: ModelKeyPath, of place: SQLPlace, _ kind: SQLKind) -> Bool {
        guard case .key(let name)? = path.components.first, path.components.count == 1,
            let index = place.entity.attributes.firstIndex(where: { $0.name == name }),
            let column = names.column(ofAttributeAt: index, of: place.entity),
            // Triggers can write texts that no store has seen.
            kind != .text || !place.entity.attributes[index].isDerived
        else { return false }
        return contents.isInOrderOfIndex(column, of: place.entity, kind)
    }

    /// Returns the values in the entity column of the rows of entities; nil if their table contains no other rows.
    ///
    /// - Parameters:
    ///   - entity: One of the entities, or an ancestor of all of them.
    ///   - names: Entities of one table, without their descendants.
    func entityNumbers(of entity: EntityDescription, named entityNames: [String]) -> [Int64]? {
        guard let numbers = names.entityNumbers(ofEntitiesNamed: entityNames) else { return nil }
        return context.areWholeTable(entityNames) && !contents.mayHaveUnknownEntities(entity) ? nil : numbers
    }

    /// Returns a condition that excludes rows of other entities from a place's table.
    private func isOfItsEntity(_ place: SQLPlace) -> [SQLFragment] {
        guard let numbers = entityNumbers(of: place.entity, named: place.entity.concreteFamilyNames) else { return [] }
        // The `+` prevents an index on the entity, because the relationship is more selective.
        return [
            context.dialect.isMember(
                "+\(name: place.alias).\(name: names.entityColumn)", of: numbers.map(SQLValue.integer))
        ]
    }
}
