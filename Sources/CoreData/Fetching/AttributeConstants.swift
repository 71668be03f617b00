import Foundation
import ModelExpressions
import ModelSchema
import ObjectGraph

// A store compares a constant as a value of the attribute that it stands next to. The language itself compares only
// values of the same kind, as it does for an object that a program evaluates a predicate with.
extension ModelPredicate {
    /// Returns the predicate with constants of the types of the attributes that they are compared with: numbers as text
    /// next to a String, and text as a number next to a number.
    ///
    /// - Parameter model: The model of the entity.
    /// - Throws: An error with the code 134060 for a constant that is not a value of the attribute's type.
    func withConstants(of entity: EntityDescription, in model: NSManagedObjectModel) throws -> ModelPredicate {
        var failure: (any Error)?
        let converted = mappingComparisons { comparison in
            do {
                try comparison.convertConstants(for: entity, in: model)
            } catch {
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
        return converted
    }
}

extension ModelComparison {
    fileprivate mutating func convertConstants(for entity: EntityDescription, in model: NSManagedObjectModel) throws {
        if let place = AttributePosition(left, of: entity, in: model) {
            right = try place.converted(right)
        } else if let place = AttributePosition(right, of: entity, in: model), self.operator != .in {
            left = try place.converted(left)
        }
    }
}

/// The attribute that a key path points to.
private struct AttributePosition {
    let path: String
    let type: AttributeType

    /// Finds the attribute that one side of a comparison refers to; nil if the side isn't the key path of an attribute.
    init?(_ expression: ModelExpression, of entity: EntityDescription, in model: NSManagedObjectModel) {
        guard case .keyPath(let path, .evaluatedObject) = expression, path.containsOnlyKeys else { return nil }
        var owner: EntityDescription? = entity
        for component in path.components.dropLast() {
            let destinationName = owner?.relationship(named: component.description)?.destinationName
            owner = destinationName.flatMap { model.entitiesByName[$0]?.graphEntity }
        }
        guard let owner, let name = path.components.last?.description, let index = owner.attributeIndexes[name] else {
            return nil
        }
        self.path = "\(entity.name).\(path)"
        type = owner.attributeTypes[index]
    }

    func converted(_ expression: ModelExpression) throws -> ModelExpression {
        switch expression {
        case .constant(let constant): .constant(try converted(constant))
        case .aggregate(let members): .aggregate(try members.map(converted))
        default: expression
        }
    }

    private func converted(_ constant: ConstantValue) throws -> ConstantValue {
        if case .collection(let members) = constant { return .collection(try members.map(converted)) }
        switch type {
        case .string: return try text(of: constant)
        case .integer16, .integer32, .integer64, .double, .float, .decimal: return try number(of: constant)
        default: return constant
        }
    }

    private func text(of constant: ConstantValue) throws -> ConstantValue {
        switch constant {
        case .integer(let number): .string(String(number))
        case .real(let number): .string(NSNumber(value: number).stringValue)
        case .decimal(let text): .string(text)
        case .boolean(let flag): .string(flag ? "1" : "0")
        case .uuid(let text), .url(let text): .string(text)
        case .date: throw refusal("a date", "format the date as it is stored")
        case .data: throw refusal("data", "compare it with text")
        default: constant
        }
    }

    private func number(of constant: ConstantValue) throws -> ConstantValue {
        guard case .string(let text) = constant else { return constant }
        if let number = Int64(text) { return .integer(number) }
        if type == .decimal, Decimal(string: text) != nil { return .decimal(text) }
        if let number = Double(text), number.isFinite { return .real(number) }
        throw refusal("text that isn't a number", "pass a number")
    }

    private func refusal(_ kind: String, _ remedy: String) -> NSError {
        NSError(
            code: NSCoreDataError,
            "'\(path)' is of the type \(type.rawValue), and cannot be compared with \(kind); \(remedy)")
    }
}
