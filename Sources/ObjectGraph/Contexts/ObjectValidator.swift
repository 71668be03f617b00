/// Checks one object against the model.
struct ObjectValidator {
    let object: ManagedObject

    /// Throws for values and counts that the model does not allow, then asks the object about each property.
    func validateValues() throws {
        try report(wrongValues + wrongCounts + refusals())
    }

    /// Throws where a delete rule denies the deletion.
    func validateDeletion() throws {
        try report(denials)
    }

    private func report(_ errors: [any Error]) throws {
        guard let first = errors.first else { return }
        if errors.count == 1 { throw first }
        throw ValidationErrors(errors: errors.map { ValidationError($0, of: object) })
    }

    private var wrongValues: [ValidationError] {
        let validation = AttributeValidation(composites: object.entity.composites)
        return object.entity.attributes.indices.flatMap { index in
            let attribute = object.entity.attributes[index]
            return validation.violations(by: object.value(at: index), of: attribute).map { violation in
                ValidationError(
                    code: violation.code, objectID: object.objectID, key: violation.keyPath,
                    message: "'\(object.entity.name).\(violation.keyPath)' \(violation.message)")
            }
        }
    }

    /// What the object's own check of its properties finds (rule VAL-17). It may put other values in their places.
    private func refusals() -> [any Error] {
        guard object.entity.validatesValues, let validating = object as? any PropertyValidating else { return [] }
        var errors: [any Error] = []
        for (index, name) in object.entity.attributeNames.enumerated() {
            let attribute = object.entity.attributes[index]
            let before = object.value(at: index)
            var value = before.anyValue(for: attribute, composites: object.entity.composites)
            do {
                try validating.validateProperty(&value, forKey: name)
                guard let after = AttributeValue(value, for: attribute, composites: object.entity.composites),
                    after != before
                else { continue }
                object.setValue(after, at: index)
            } catch {
                errors.append(error)
            }
        }
        return errors
    }

    private var wrongCounts: [ValidationError] {
        object.entity.relationships.flatMap { relationship -> [ValidationError] in
            let count = object.destinationCount(of: relationship)
            let schema = relationship.schema
            func error(_ code: ValidationError.Code, _ message: String) -> ValidationError {
                ValidationError(
                    code: code, objectID: object.objectID, key: relationship.name,
                    message: "'\(object.entity.name).\(relationship.name)' \(message)")
            }
            if count == 0 {
                guard schema.isRequired else { return [] }
                let lacksCount = schema.isToMany && schema.minimumCount > 0
                return [
                    error(
                        lacksCount ? .relationshipLacksMinimumCount : .missingMandatoryProperty,
                        "is required and leads nowhere")
                ]
            }
            if schema.isToMany, count < schema.minimumCount {
                return [
                    error(
                        .relationshipLacksMinimumCount, "has \(count) destinations and needs \(schema.minimumCount)")
                ]
            }
            if schema.isToMany, schema.maximumCount > 0, count > schema.maximumCount {
                return [
                    error(
                        .relationshipExceedsMaximumCount,
                        "has \(count) destinations and may have \(schema.maximumCount)"
                    )
                ]
            }
            return []
        }
    }

    private var denials: [ValidationError] {
        object.entity.relationships.filter { $0.schema.deleteRule == .deny }.compactMap { relationship in
            let count = object.destinationCount(of: relationship)
            guard count > 0 else { return nil }
            return ValidationError(
                code: .relationshipDeniedDelete, objectID: object.objectID, key: relationship.name,
                message:
                    "cannot be deleted while '\(object.entity.name).\(relationship.name)' leads to \(count) objects")
        }
    }
}
