import ModelDiagnostics
import ModelExpressions
import ModelSchema

extension Model {
    /// Renames a key in all predicates and expressions of the model, which keep the rest of their texts.
    ///
    /// The model still has the old name.
    ///
    /// - Throws: ``EditError`` for a text in which the key is not clear, or that cannot contain the new name. The
    ///   model does not change.
    mutating func renameKey(_ key: RenamedKey, to newName: String) throws(EditError) {
        let texts = KeyTexts(key: key, newName: newName, lookup: ModelLookup(self))
        var changed = self
        for index in fetchRequestTemplates.indices {
            let request = fetchRequestTemplates[index]
            changed.fetchRequestTemplates[index].predicateString = try texts.predicate(
                of: request, variables: [:], "the predicate of fetch request '\(request.name)'")
        }
        for index in entities.indices { try texts.rename(in: &changed.entities[index]) }
        self = changed
    }
}

/// The texts of a model in which a key gets another name.
private struct KeyTexts {
    let key: RenamedKey
    let newName: String
    let lookup: ModelLookup

    func rename(in entity: inout Entity) throws(EditError) {
        let before = entity
        func place(_ what: String, _ name: String) -> String { "\(what) of '\(before.name)/\(name)'" }
        for index in entity.fetchedProperties.indices {
            let property = before.fetchedProperties[index]
            entity.fetchedProperties[index].fetchRequest.predicateString = try predicate(
                of: property.fetchRequest, variables: ["FETCH_SOURCE": .object(entityName: before.name)],
                place("the predicate", property.name))
        }
        for index in entity.attributes.indices {
            let attribute = before.attributes[index]
            entity.attributes[index].derivationExpression = try expression(
                attribute.derivationExpression, of: before, place("the derivation", attribute.name))
        }
        for index in entity.indexes.indices {
            let fetchIndex = before.indexes[index]
            entity.indexes[index].partialIndexPredicate = try predicate(
                fetchIndex.partialIndexPredicate, of: before, variables: [:], place("the predicate", fetchIndex.name))
            for number in fetchIndex.elements.indices {
                entity.indexes[index].elements[number].expression = try expression(
                    fetchIndex.elements[number].expression, of: before, place("an expression", fetchIndex.name))
            }
        }
        entity.spotlightDisplayNameExpression = try expression(
            before.spotlightDisplayNameExpression, of: before, "the Spotlight expression of '\(before.name)'")
    }

    func predicate(
        of request: FetchRequestTemplate, variables: [String: ExpressionType], _ place: String
    ) throws(EditError) -> String? {
        guard let entity = request.entityName.flatMap({ lookup.entity(named: $0) }) else {
            return request.predicateString
        }
        return try predicate(request.predicateString, of: entity, variables: variables, place)
    }

    private func predicate(
        _ text: String?, of entity: Entity, variables: [String: ExpressionType], _ place: String
    ) throws(EditError) -> String? {
        try renamed(text, place) { (text) throws(FormatError) in
            let predicate = try ModelPredicate(format: text)
            let types = ExpressionChecker(lookup).check(predicate, of: entity, variables: variables).variableTypes
            var renaming = KeyRenaming(
                key, to: newName, in: lookup, of: entity, variables: types.merging(variables) { $1 })
            let result = renaming.renamed(predicate)
            return Reading(occurrences: renaming.occurrences, printed: result.printed) { text in
                (try? ModelPredicate(format: text)) == result
            }
        }
    }

    private func expression(_ text: String?, of entity: Entity, _ place: String) throws(EditError) -> String? {
        try renamed(text, place) { (text) throws(FormatError) in
            let expression = try ModelExpression(format: text)
            var renaming = KeyRenaming(key, to: newName, in: lookup, of: entity, variables: [:])
            let result = renaming.renamed(expression).expression
            return Reading(occurrences: renaming.occurrences, printed: result.printed) { text in
                (try? ModelExpression(format: text)) == result
            }
        }
    }

    /// What is known of a text.
    private struct Reading {
        var occurrences: [Bool?]
        /// The result as a new text.
        var printed: PrintedFormat
        /// Whether a text has the meaning of the result.
        var isResult: (String) -> Bool
    }

    private func renamed(
        _ text: String?, _ place: String, _ read: (String) throws(FormatError) -> Reading
    ) throws(EditError) -> String? {
        // Most texts don't have the name.
        guard let text, text.contains(key.name) else { return text }
        let reading: Reading
        let places: FormatKeys
        do throws(FormatError) {
            reading = try read(text)
            places = try FormatKeys(of: key.name, in: text)
        } catch {
            throw EditError("\(place) contains '\(key.name)', but cannot be read: \(error.message); correct it first")
        }
        let remedy = "change \(place) first, so that it no longer has '\(key.name)', and change it again afterwards"
        let known = reading.occurrences.compactMap(\.self)
        guard known.count == reading.occurrences.count else {
            throw EditError(
                "'\(key.name)' in \(place) can be the property of any entity, because the type before it is unknown; "
                    + remedy)
        }
        guard known.contains(true) else { return text }
        if let result = places.replacing(where: known, with: newName), reading.isResult(result) { return result }
        // A format with other names of the same spelling is written anew.
        let printed = reading.printed
        guard printed.arguments.isEmpty, reading.isResult(printed.format) else {
            throw EditError("\(place) cannot contain the name '\(newName)'; \(remedy)")
        }
        return printed.format
    }
}
