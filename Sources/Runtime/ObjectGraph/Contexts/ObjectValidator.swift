import Foundation

/// Checks one object against the model.
struct ObjectValidator {
    let object: ManagedObject

    /// Throws for values and counts that the model does not allow.
    /// For attributes, it also asks the object (rule VAL-17).
    func validateValues() throws {
        if isFineAtFirstSight { return }
        if let errorsOfClass { return try report(errorsOfClass + missingDerivedValues) }
        try report(attributeErrors + missingDerivedValues + wrongCounts + unmetByRelationships)
    }

    /// Whether only the model decides, and it only requires values that exist, as for most objects.
    private var isFineAtFirstSight: Bool {
        let entity = object.entity
        guard entity.checkedRelationshipIndexes.isEmpty, isModelAlone, !requiresDerivedValues else { return false }
        return entity.checkedAttributeIndexes.allSatisfy { entity.isOnlyRequired[$0] && object.holdsValue(at: $0) }
    }

    private var isModelAlone: Bool {
        !object.entity.validatesValues && object.context?.managedObjectModel.validationConditions.isEmpty != false
    }

    /// The errors of a class that validates each property itself; nil for other classes.
    private var errorsOfClass: [any Error]? {
        guard object.entity.validatesValues, let validating = object as? any ClassValidating,
            type(of: validating).validatesEachProperty
        else { return nil }
        let entity = object.entity
        return entity.attributes.flatMap { errors(ofClassOf: validating, forKey: $0.name) }
            + entity.relationships.flatMap { relationship in
                // As for counts: a relationship that nobody has read is unchanged.
                object.hasUnreadLinks(at: relationship.index)
                    ? [] : errors(ofClassOf: validating, forKey: relationship.name)
            }
    }

    /// Has the class check the value of a property, and keeps the value that it may set instead.
    private func errors(ofClassOf validating: any ClassValidating, forKey key: String) -> [any Error] {
        let before = object.value(forKey: key)
        var value = before
        do {
            try validating.validateByClass(&value, forKey: key)
        } catch {
            return ValidationErrors.errors(in: error)
        }
        // Not the stored forms: two archives of one object may differ.
        if Self.isSame(value, before) { return [] }
        let reason: String
        if let index = object.entity.attributeIndexes[key] {
            let attribute = object.entity.attributes[index]
            if let after = object.entity.attributeValue(from: value, for: attribute) {
                if !after.isIdentical(to: object.value(at: index)) { object.setValue(after, at: index) }
                return []
            }
            reason = AttributeValue.rejectionReason(of: value, for: attribute)
        } else {
            guard let relationship = object.entity.relationship(named: key) else { return [] }
            if ManagedObject.destinations(from: value, isToMany: relationship.isToMany) != nil {
                object.setValue(value, forKey: key)
                return []
            }
            reason = ManagedObject.rejectionReason(of: value, for: relationship)
        }
        return [
            ValidationError(
                code: .managedObjectValidation, objectID: object.objectID, key: key,
                message: "'\(object.entity.name).\(key)': \(reason)")
        ]
    }

    private static func isSame(_ value: Any?, _ other: Any?) -> Bool {
        guard let value, let other else { return value == nil && other == nil }
        let (first, second) = (value as AnyObject, other as AnyObject)
        return first === second || (first as? NSObject)?.isEqual(second) == true
    }

    private var attributeErrors: [any Error] {
        let entity = object.entity
        guard isModelAlone else { return entity.attributes.indices.flatMap(errors) }
        var errors: [any Error] = []
        for index in entity.checkedAttributeIndexes {
            // Most can only be missing, and most have a value.
            if entity.isOnlyRequired[index], object.holdsValue(at: index) { continue }
            errors += self.errors(at: index)
        }
        return errors
    }

    /// The errors for required derived attributes without a value, which only Core Data requires before the save that
    /// computes it (rule VAL-25).
    private var missingDerivedValues: [ValidationError] {
        let entity = object.entity
        guard requiresDerivedValues else { return [] }
        return entity.derivedIndexes.filter { !entity.attributes[$0].isOptional && object.value(at: $0).isNull }.map {
            index in
            let key = entity.attributeNames[index]
            return ValidationError(
                code: .missingMandatoryProperty, objectID: object.objectID, key: key,
                message: "'\(entity.name).\(key)' is required but has no value")
        }
    }

    private var requiresDerivedValues: Bool { !object.entity.derivedIndexes.isEmpty && object.entity.adapter != nil }

    /// Throws for a value that the model does not allow for an attribute.
    func validate(_ value: AttributeValue, at index: Int) throws { try report(errors(of: value, at: index)) }

    /// Throws for destinations that the model does not allow for a relationship, or the program.
    func validate(_ destinations: [ManagedObject], of relationship: RelationshipDescription) throws {
        try report(wrongCounts(destinations.count, of: relationship) + unmet(by: destinations, of: relationship))
    }

    /// Throws if a delete rule denies the deletion.
    func validateDeletion() throws { try report(denials) }

    private func report(_ errors: [any Error]) throws {
        guard let first = errors.first else { return }
        if errors.count == 1 { throw first }
        throw ValidationErrors(errors: errors.map { ValidationError($0, of: object) })
    }

    private func errors(at index: Int) -> [any Error] {
        let errors = errors(of: object.value(at: index), at: index)
        return errors.isEmpty ? errorOfObject(at: index).map { [$0] } ?? [] : errors
    }

    private func errors(of value: AttributeValue, at index: Int) -> [any Error] {
        let attribute = object.entity.attributes[index]
        let validation = AttributeValidation(
            composites: object.entity.composites, patterns: object.context?.patterns ?? TextPatterns())
        let violations = validation.violations(by: value, of: attribute)
        if violations.isEmpty, !value.isNull {
            return unmet(by: QueryValue(value), value, forKey: attribute.name) {
                object.entity.anyValue(of: value, for: attribute)
            }
        }
        return violations.map { violation in
            ValidationError(
                code: violation.code, objectID: object.objectID, key: violation.keyPath,
                message: "'\(object.entity.name).\(violation.keyPath)' \(violation.message)", value: violation.value)
        }
    }

    /// Returns the error of the object's own check of a property, which may replace the value.
    private func errorOfObject(at index: Int) -> (any Error)? {
        guard object.entity.validatesValues, let validating = object as? any PropertyValidating else { return nil }
        let attribute = object.entity.attributes[index]
        let before = object.value(at: index)
        var value = object.entity.anyValue(of: before, for: attribute)
        do {
            try validating.validateProperty(&value, forKey: attribute.name)
        } catch {
            return error
        }
        if let after = object.entity.attributeValue(from: value, for: attribute), !after.isIdentical(to: before) {
            object.setValue(after, at: index)
        }
        return nil
    }

    /// Returns the error for the first of a program's conditions that a value violates (rules VAL-14 and VAL-15).
    ///
    /// - Parameter plain: The value for the program's own code.
    private func unmet(
        by value: QueryValue<ManagedObject>, _ stored: AttributeValue?, forKey key: String, plain: () -> Any?
    ) -> [any Error] {
        guard let context = object.context, !context.managedObjectModel.validationConditions.isEmpty else { return [] }
        let evaluator = PredicateEvaluator(source: ManagedObjectSource(context: context), now: Date())
        for condition in context.managedObjectModel.validationConditions.conditions(forKey: key, of: object.entity) {
            var error = ValidationError(
                code: .managedObjectValidation, objectID: object.objectID, key: key, message: condition.warning,
                value: stored)
            switch condition.test {
            case .predicate(let predicate):
                do {
                    if try evaluator.evaluate(predicate, on: value) { continue }
                } catch {
                    return [error]
                }
                error.predicate = predicate
            case .block(let isMet):
                if isMet(object.entity.represent(plain()) ?? object.entity.nothing) { continue }
            }
            return [error]
        }
        return []
    }

    private var unmetByRelationships: [any Error] {
        guard object.context?.managedObjectModel.validationConditions.isEmpty == false else { return [] }
        return object.entity.relationships.flatMap { unmet(by: object.destinations(of: $0), of: $0) }
    }

    private func unmet(by destinations: [ManagedObject], of relationship: RelationshipDescription) -> [any Error] {
        let objects = destinations.map { QueryValue.object($0) }
        guard let first = objects.first else { return [] }
        return unmet(by: relationship.isToMany ? .many(objects) : first, nil, forKey: relationship.name) {
            relationship.isToMany
                ? object.entity.represent(destinations, isOrdered: relationship.isOrdered) : destinations[0]
        }
    }

    private var wrongCounts: [ValidationError] { wrongCounts(at: object.entity.checkedRelationshipIndexes) }

    /// Returns the errors for the counts of some relationships, by their indexes.
    func wrongCounts(at indexes: [Int]) -> [ValidationError] {
        indexes.flatMap { index -> [ValidationError] in
            let relationship = object.entity.relationships[index]
            // A relationship that nobody has read is unchanged, and was valid when it was saved.
            if object.hasUnreadLinks(at: index) { return [] }
            return wrongCounts(object.destinationCount(of: relationship), of: relationship)
        }
    }

    private func wrongCounts(_ count: Int, of relationship: RelationshipDescription) -> [ValidationError] {
        let schema = relationship.schema
        func errors(_ code: ValidationError.Code, _ message: String) -> [ValidationError] {
            let key = relationship.name
            let message = "'\(object.entity.name).\(key)' \(message)"
            return [ValidationError(code: code, objectID: object.objectID, key: key, message: message)]
        }
        if count == 0 {
            guard relationship.isRequired else { return [] }
            let lacksCount = schema.isToMany && schema.minimumCount > 0
            let code = lacksCount ? ValidationError.Code.relationshipLacksMinimumCount : .missingMandatoryProperty
            return errors(code, "is required but has no destination")
        }
        if schema.isToMany, count < schema.minimumCount {
            return errors(.relationshipLacksMinimumCount, "needs \(schema.minimumCount) destinations but has \(count)")
        }
        if schema.isToMany, schema.maximumCount > 0, count > schema.maximumCount {
            return errors(
                .relationshipExceedsMaximumCount, "has \(count) destinations but allows at most \(schema.maximumCount)")
        }
        return []
    }

    private var denials: [ValidationError] {
        object.entity.relationships.filter { $0.schema.deleteRule == .deny }.compactMap { relationship in
            let count = object.destinationCount(of: relationship)
            guard count > 0 else { return nil }
            return ValidationError(
                code: .relationshipDeniedDelete, objectID: object.objectID, key: relationship.name,
                message: "cannot be deleted while '\(object.entity.name).\(relationship.name)' points to "
                    + (count == 1 ? "1 object" : "\(count) objects"))
        }
    }
}

extension ManagedObject {
    /// Checks the values and the relationships of the object against the model.
    final func checkValues() throws { try ObjectValidator(object: self).validateValues() }

    /// Checks whether the model allows the deletion of the object.
    final func checkDeletion() throws { try ObjectValidator(object: self).validateDeletion() }
}
