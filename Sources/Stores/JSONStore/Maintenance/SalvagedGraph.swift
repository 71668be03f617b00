import ColumnEngine

/// Objects that were found one by one in a file and the saves after it, with unchecked links.
struct SalvagedGraph {
    /// The destinations of a relationship.
    struct WrittenLinks {
        var numbers: [Int64] = []
        /// The number of the save that has written them, from 1; 0 for the file.
        var save = 0
    }

    struct Object {
        var values: [AttributeValue]
        /// By the index of the relationship.
        var links: [WrittenLinks]
        /// The position where its links were last written.
        var place: Place
    }

    enum Place {
        case file(offset: Int)
        case journal(line: Int)
    }

    private(set) var objects: [ObjectReference: Object] = [:]
    private(set) var unknown: [ObjectReference: UnknownMembers] = [:]
    /// Changes of links that did not match the existing ones.
    private(set) var unfitChanges: [LinkDecision] = []
    let model: ManagedObjectModel
    let layout: GraphLayout
    /// By the root of their family and their number.
    private var references: [String: [Int64: ObjectReference]] = [:]
    /// The last save that deleted an object, by the root of its family and its number.
    private var deletions: [String: [Int64: Int]] = [:]
    private var save = 0

    init(model: ManagedObjectModel, layout: GraphLayout) {
        self.model = model
        self.layout = layout
    }

    /// Adds an object of the file.
    ///
    /// - Returns: The reason why it cannot be kept; nil if it can.
    mutating func add(_ object: StoredChanges.Object) -> String? {
        guard layout.ordinal(ofEntityNamed: object.format.entity.name) != nil else { return "no entity" }
        guard references[object.format.rootName]?[object.number] == nil else {
            return "duplicate number \(object.number)"
        }
        insert(object, at: .file(offset: object.offset))
        return nil
    }

    /// Applies a save, all or nothing.
    ///
    /// - Parameter line: The line of the save in the journal.
    /// - Returns: Whether its objects exist.
    mutating func apply(_ changes: StoredChanges, line: Int) -> Bool {
        guard areNew(changes.inserted), changes.updated.allSatisfy({ reference($0.number, $0.format) != nil }),
            changes.deleted.allSatisfy({ reference($0.number, $0.format) != nil })
        else { return false }
        save += 1
        for object in changes.inserted { insert(object, at: .journal(line: line)) }
        for object in changes.updated { update(object, at: .journal(line: line)) }
        for deletion in changes.deleted {
            guard let reference = reference(deletion.number, deletion.format) else { continue }
            objects[reference] = nil
            references[deletion.format.rootName]?[deletion.number] = nil
            deletions[deletion.format.rootName, default: [:]][deletion.number] = save
        }
        return true
    }

    /// The object of a family with a number; nil if there is none.
    func reference(_ number: Int64, inFamilyOf entity: EntityDescription) -> ObjectReference? {
        references[entity.rootName]?[number]
    }

    /// The destinations of links, without those that were deleted since, because a deletion removes links.
    func numbers(of links: WrittenLinks, to relationship: RelationshipDescription) -> [Int64] {
        guard let root = model.entitiesByName[relationship.destinationName]?.rootName, let deletions = deletions[root]
        else { return links.numbers }
        return links.numbers.filter { number in deletions[number].map { $0 < links.save } ?? true }
    }

    private func areNew(_ objects: [StoredChanges.Object]) -> Bool {
        var numbers: [String: Set<Int64>] = [:]
        return objects.allSatisfy { object in
            layout.ordinal(ofEntityNamed: object.format.entity.name) != nil
                && references[object.format.rootName]?[object.number] == nil
                && numbers[object.format.rootName, default: []].insert(object.number).inserted
        }
    }

    private func reference(_ number: Int64, _ format: EntityLayout) -> ObjectReference? {
        guard let reference = references[format.rootName]?[number],
            reference.entityOrdinal == layout.ordinal(ofEntityNamed: format.entity.name)
        else { return nil }
        return reference
    }

    private mutating func insert(_ object: StoredChanges.Object, at place: Place) {
        let entity = object.format.entity
        guard let ordinal = layout.ordinal(ofEntityNamed: entity.name) else { return }
        let reference = ObjectReference(entity: ordinal, number: object.number)
        references[object.format.rootName, default: [:]][object.number] = reference
        objects[reference] = Object(
            values: entity.defaultValues, links: entity.relationships.map { _ in WrittenLinks() }, place: place)
        if !object.unknown.isEmpty { unknown[reference] = object.unknown }
        update(object, at: place)
    }

    private mutating func update(_ change: StoredChanges.Object, at place: Place) {
        guard let reference = reference(change.number, change.format), var object = objects[reference] else { return }
        for (property, value) in change.values {
            switch (change.format.properties[property], value) {
            case (.attribute(let index), .attribute(let value)): object.values[index] = value
            case (.relationship(let index), .destinations(let numbers, _)):
                object.links[index] = WrittenLinks(numbers: numbers, save: save)
                object.place = place
            case (.relationship(let index), .changedDestinations(let change, _)):
                let relationship = layout.entities[reference.entityOrdinal].relationships[index]
                var numbers = numbers(of: object.links[index], to: relationship)
                if !change.applyAsFarAsItFits(to: &numbers, isOrdered: relationship.isOrdered) {
                    unfitChanges.append(
                        LinkDecision(source: reference, relationship: relationship, disagreement: .unfitChange))
                }
                object.links[index] = WrittenLinks(numbers: numbers, save: save)
                object.place = place
            default: break
            }
        }
        objects[reference] = object
    }

    /// The graph of all objects, with sides that agree, and the decisions for this, by the identity of the object and
    /// then by the relationship.
    ///
    /// - Throws: An error if objects are not consistent, although every link was checked.
    func agreed() throws -> (snapshot: GraphSnapshot, decisions: [LinkDecision]) {
        var decisions = unfitChanges.filter { objects[$0.source] != nil }
        var links: [ObjectReference: [[ObjectReference]]] = [:]
        for (reference, object) in objects {
            let relationships = layout.entities[reference.entityOrdinal].relationships
            links[reference] = relationships.map { relationship in
                destinations(of: object.links[relationship.index], reference, relationship, &decisions)
            }
        }
        let agreement = LinkAgreement(links, layout: layout, model: model)
        decisions += agreement.decisions
        let insertions = objects.map { reference, object in
            let entity = layout.entities[reference.entityOrdinal]
            return ChangeSet.Insertion(
                reference: reference, values: object.values,
                links: zip(agreement.links[reference] ?? [], entity.relationships).map(Links.init))
        }
        for index in decisions.indices {
            let relationship = decisions[index].relationship
            let isEmpty = agreement.links[decisions[index].source]?[relationship.index].isEmpty == true
            decisions[index].leavesRequirementUnmet = isEmpty && relationship.schema.isRequired
        }
        return (try GraphSnapshot(layout: layout, objects: insertions), inOrder(decisions))
    }

    /// The objects that a relationship points to, each once.
    private func destinations(
        of links: WrittenLinks, _ source: ObjectReference, _ relationship: RelationshipDescription,
        _ decisions: inout [LinkDecision]
    ) -> [ObjectReference] {
        guard let entity = model.entitiesByName[relationship.destinationName] else { return [] }
        var counts: [Int64: Int] = [:]
        let numbers = numbers(of: links, to: relationship).filter { number in
            counts[number, default: 0] += 1
            return counts[number] == 1
        }
        return numbers.compactMap { number in
            func decide(_ disagreement: LinkDecision.Disagreement, on destination: String) {
                decisions.append(
                    LinkDecision(
                        source: source, relationship: relationship, destination: destination,
                        disagreement: disagreement))
            }
            guard let reference = reference(number, inFamilyOf: entity),
                layout.entities[reference.entityOrdinal].isKindOf(entity: entity)
            else {
                decide(.missing, on: "\(entity.name) \(number)")
                return nil
            }
            if let count = counts[number], count > 1 {
                decide(.repeated(count: count), on: layout.name(of: reference))
            }
            return reference
        }
    }

    private func inOrder(_ decisions: [LinkDecision]) -> [LinkDecision] {
        decisions.enumerated().sorted { first, second in
            (first.element.source, first.element.relationship.index, first.offset)
                < (second.element.source, second.element.relationship.index, second.offset)
        }.map(\.element)
    }
}

extension LinkChange {
    /// Applies the change to the numbers of destinations as far as possible: removes existing ones, and inserts missing
    /// ones, at the end if their position does not exist.
    ///
    /// - Returns: Whether it fits.
    func applyAsFarAsItFits(to numbers: inout [Int64], isOrdered: Bool) -> Bool {
        let count = numbers.count
        let gone = Set(removed)
        numbers.removeAll { gone.contains($0) }
        var fits = count - numbers.count == removed.count && places.count == (isOrdered ? added.count : 0)
        var known = Set(numbers)
        for (index, number) in added.enumerated() {
            guard known.insert(number).inserted else {
                fits = false
                continue
            }
            guard isOrdered, places.indices.contains(index), numbers.indices.contains(places[index]) else {
                // The position after the last one is valid too.
                fits = fits && (!isOrdered || places.indices.contains(index) && places[index] == numbers.count)
                numbers.append(number)
                continue
            }
            numbers.insert(number, at: places[index])
        }
        return fits
    }
}
