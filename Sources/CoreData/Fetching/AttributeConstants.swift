import Foundation
import ModelExpressions
import ModelSchema
import ObjectGraph

// A store compares a constant as a value of the attribute that it stands next to. The language itself compares only
// values of the same kind, as it does for an object that a program evaluates a predicate with.
extension ModelPredicate {
    /// Returns the predicate with constants of the types of the attributes that they are compared with: numbers as text
    /// next to a String, numbers as dates next to a Date, and text as a value of the type next to a number, a URI, a
    /// UUID, or a Boolean. Parts of a text are compared with a URI as text.
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
            if place.type == .uri, place.isOfOneObject, self.operator.comparesParts {
                // Stores of Core Data keep a URI as text.
                left = .cast(left, type: "NSString")
                if case .constant(.url(let text)) = right { right = .constant(.string(text)) }
            } else {
                right = try place.converted(right)
            }
        } else if let place = AttributePosition(right, of: entity, in: model), self.operator != .in {
            left = try place.converted(left)
        }
    }
}

/// The attribute that a key path points to.
private struct AttributePosition {
    let path: String
    let type: AttributeType
    /// Whether the path leads through no to-many relationship.
    let isOfOneObject: Bool

    /// Finds the attribute that one side of a comparison refers to; nil if the side isn't the key path of an attribute.
    init?(_ expression: ModelExpression, of entity: EntityDescription, in model: NSManagedObjectModel) {
        guard case .keyPath(let path, .evaluatedObject) = expression, path.containsOnlyKeys else { return nil }
        var owner: EntityDescription? = entity
        var isOfOneObject = true
        for component in path.components.dropLast() {
            let relationship = owner?.relationship(named: component.description)
            if relationship?.isToMany == true { isOfOneObject = false }
            owner = (relationship?.destinationName).flatMap { model.entitiesByName[$0]?.graphEntity }
        }
        guard let owner, let name = path.components.last?.description, let index = owner.attributeIndexes[name] else {
            return nil
        }
        self.path = "\(entity.name).\(path)"
        type = owner.attributeTypes[index]
        self.isOfOneObject = isOfOneObject
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
        case .date: return Self.date(of: constant)
        case .uri, .uuid, .boolean: return value(ofText: constant)
        default: return constant
        }
    }

    /// The date that a number of seconds since the reference date stands for.
    private static func date(of constant: ConstantValue) -> ConstantValue {
        switch constant {
        case .integer(let seconds): .date(Double(seconds))
        case .real(let seconds): .date(seconds)
        case .decimal(let text): Double(text).map(ConstantValue.date) ?? constant
        default: constant
        }
    }

    /// The URI, UUID, or Boolean in a text; another text is equal to no value.
    private func value(ofText constant: ConstantValue) -> ConstantValue {
        guard case .string(let text) = constant else { return constant }
        switch (type, text.lowercased()) {
        case (.uri, _): return URL(string: text) == nil ? constant : .url(text)
        case (.uuid, _): return UUID(uuidString: text).map { .uuid($0.uuidString) } ?? constant
        case (.boolean, "yes"), (.boolean, "true"), (.boolean, "1"): return .boolean(true)
        case (.boolean, "no"), (.boolean, "false"), (.boolean, "0"): return .boolean(false)
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
        case .date: throw error("a date", "format the date as it is stored")
        case .data: throw error("data", "compare it with text")
        default: constant
        }
    }

    private func number(of constant: ConstantValue) throws -> ConstantValue {
        guard case .string(let text) = constant else { return constant }
        if let number = Int64(text) { return .integer(number) }
        if type == .decimal, Decimal(string: text) != nil { return .decimal(text) }
        if let number = Double(text), number.isFinite { return .real(number) }
        throw error("text that isn't a number", "pass a number")
    }

    private func error(_ kind: String, _ remedy: String) -> NSError {
        NSError(
            code: NSCoreDataError,
            "'\(path)' is of the type \(type.rawValue), and cannot be compared with \(kind); \(remedy)")
    }
}
