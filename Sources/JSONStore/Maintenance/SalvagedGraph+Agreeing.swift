import ColumnEngine

extension SalvagedGraph {
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
