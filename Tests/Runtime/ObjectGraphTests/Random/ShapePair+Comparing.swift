import ObjectGraph
import Testing

// Comparing both graphs. The first difference ends a test.
extension ShapePair {
    /// What has been done, for messages.
    var story: Comment { "after \(trace.joined(separator: ", "))" }

    /// What the context holds.
    func expectEqual(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expectEqual(to: plain, in: context, comment, sourceLocation: sourceLocation)
    }

    /// What a context holds that begins with the saved state.
    func expectSavedEqual(_ comment: Comment, sourceLocation: SourceLocation = #_sourceLocation) throws {
        try expectEqual(to: savedPlain, in: try context.sibling(), comment, sourceLocation: sourceLocation)
    }

    private func expectEqual(
        to plain: PlainGraph, in context: ManagedObjectContext, _ comment: Comment, sourceLocation: SourceLocation
    ) throws {
        func key(_ object: ManagedObject) -> Int { Int(object.value(forKey: "key") as? Int64 ?? 0) }
        for entityName in shape.entityNames {
            let found = try context.fetch(FetchRequest<ManagedObject>(entityName: entityName))
            try #require(
                found.map(key).sorted() == plain.living(entityName), "\(comment): \(story)",
                sourceLocation: sourceLocation)
            for object in found {
                let name = object.value(forKey: "name") as? String
                try #require(name == plain.names[key(object)], "\(comment): \(story)", sourceLocation: sourceLocation)
                for (side, description) in shape.sides.enumerated() where description.entityName == entityName {
                    let leads = destinations(description, of: object).map(key)
                    let expected = plain.destinations(side, of: key(object))
                    try #require(
                        description.isOrdered ? leads == expected : leads.sorted() == expected.sorted(),
                        "\(comment), \(key(object)).\(description.name): \(story)", sourceLocation: sourceLocation)
                }
            }
        }
    }

    private func destinations(_ side: GraphShape.Side, of object: ManagedObject) -> [ManagedObject] {
        guard side.isToMany else { return [object.value(forKey: side.name) as? ManagedObject].compactMap { $0 } }
        return object.mutableSetValue(forKey: side.name).objects
    }
}
