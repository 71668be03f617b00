/// Checks changed objects against the model before they are saved.
struct ChangeValidator {
    let context: ManagedObjectContext

    /// Throws ``ValidationErrors`` with all that is wrong.
    func validate() throws {
        let errors = context.changed.flatMap { object in
            object.isDeleted ? denials(of: object) : wrongValues(of: object) + wrongCounts(of: object)
        }
        guard errors.isEmpty else { throw ValidationErrors(errors: errors) }
    }

    private func wrongValues(of object: ManagedObject) -> [ValidationError] {
        let record = object.record
        let validation = AttributeValidation(composites: object.entity.composites)
        return object.entity.attributes.enumerated().flatMap { index, attribute in
            validation.violations(by: record.attributes[index], of: attribute).map { violation in
                ValidationError(
                    code: violation.code, objectID: object.objectID, key: violation.keyPath,
                    message: "'\(object.entity.name).\(violation.keyPath)' \(violation.message)")
            }
        }
    }

    private func wrongCounts(of object: ManagedObject) -> [ValidationError] {
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

    private func denials(of object: ManagedObject) -> [ValidationError] {
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
