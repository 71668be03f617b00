import Foundation
import ModelExpressions
import ModelSchema

extension PredicateExpressions.KeyPath: TranslatablePredicateExpression {
    func translated(in translation: inout PredicateTranslation) throws -> TranslatedExpression {
        let base = try translation.value(root)
        if let type = Root.Output.self as? ManagedObject.Type {
            return try translation.property(keyPath, of: type, reading: Output.self, from: base)
        }
        if let type = Root.Output.self as? any CollectionKeyPaths.Type {
            return try translation.member(keyPath, ofCollection: type, base)
        }
        switch keyPath as AnyKeyPath {
        case \String.count: return .value(TranslatedValue(.function(.length, [try base.explicit()])))
        case \String.isEmpty: return .predicate(try base.compared(.equalTo, to: .string("")))
        case \UUID.uuidString: return .value(try base.calling("UUIDString"))
        case \URL.absoluteString: return .value(try base.calling("absoluteString"))
        case \Date.timeIntervalSinceReferenceDate: return .value(try base.calling("timeIntervalSinceReferenceDate"))
        default: break
        }
        if let type = Root.Output.self as? any RawRepresentable.Type, keyPath == type.rawValueKeyPath {
            return .value(base)
        }
        throw PredicateTranslationError.unknownKeyPath(keyPath, in: translation.model)
    }
}

extension PredicateTranslation {
    /// Translates a property of an object.
    fileprivate mutating func property(
        _ keyPath: AnyKeyPath, of type: ManagedObject.Type, reading output: Any.Type, from base: TranslatedValue
    ) throws -> TranslatedExpression {
        guard let name = model.propertyName(for: keyPath) else {
            // An object is represented by its ID.
            if output == ObjectID.self { return .value(base) }
            throw PredicateTranslationError.unknownKeyPath(keyPath, in: model)
        }
        guard let entity = model.entities(of: type).first else {
            throw PredicateTranslationError.unknownKeyPath(keyPath, in: model)
        }
        var value = TranslatedValue(base.expression.appending(.key(name)))
        value.isNil = base.isNil
        if let attribute = entity.attribute(named: name) {
            value.read(attribute, as: output)
        } else if entity.relationship(named: name)?.isToMany == true {
            toManyExpressions.insert(value.expression)
        }
        return .value(value)
    }

    /// Translates a property of a collection.
    fileprivate func member(
        _ keyPath: AnyKeyPath, ofCollection type: any CollectionKeyPaths.Type, _ base: TranslatedValue
    ) throws -> TranslatedExpression {
        var value = base
        switch keyPath {
        case type.countKeyPath: value.expression = base.expression.appending(.collectionOperator(.count))
        case type.isEmptyKeyPath:
            let isEmpty = ModelPredicate.comparison(
                ModelComparison(base.expression.appending(.collectionOperator(.count)), .equalTo, .constant(0)))
            return base.isNil.map { .optionalPredicate(isEmpty, isNil: $0) } ?? .predicate(isEmpty)
        case type.firstKeyPath: value.expression = .element(of: base.expression, at: .first)
        case type.lastKeyPath: value.expression = .element(of: base.expression, at: .last)
        default: throw PredicateTranslationError.unknownKeyPath(keyPath, in: model)
        }
        return .value(value)
    }
}

extension TranslatedValue {
    /// Sets how an accessor of a type reads an attribute.
    fileprivate mutating func read(_ attribute: Attribute, as output: Any.Type) {
        let isOptional = output is any OptionalType.Type
        let wrapped = (output as? any OptionalType.Type)?.wrappedType ?? output
        if let accessor = StoredAccessor(output) { return nilValue = accessor.nilValue(of: attribute) }
        guard wrapped is any RawRepresentable.Type else { return }
        if let type = wrapped as? any CaseIterable.Type, let values = type.rawConstants {
            known = .values(values)
        } else {
            known = .unlisted(wrapped)
        }
        if !isOptional { nilValue = ConstantValue(AttributeValue(defaultOf: attribute)) }
    }

    fileprivate func calling(_ selector: String) throws(PredicateTranslationError) -> TranslatedValue {
        var result = TranslatedValue(.methodCall(expression, selector: selector, []))
        result.isNil = isNil
        return result
    }
}

// MARK: Types

/// The key paths of a collection's properties that a predicate can use.
private protocol CollectionKeyPaths {
    static var countKeyPath: AnyKeyPath { get }
    static var isEmptyKeyPath: AnyKeyPath { get }
    static var firstKeyPath: AnyKeyPath { get }
    static var lastKeyPath: AnyKeyPath? { get }
}

extension ToMany: CollectionKeyPaths {
    fileprivate static var countKeyPath: AnyKeyPath { \ToMany.count }
    fileprivate static var isEmptyKeyPath: AnyKeyPath { \ToMany.isEmpty }
    fileprivate static var firstKeyPath: AnyKeyPath { \ToMany.first }
    fileprivate static var lastKeyPath: AnyKeyPath? { nil }
}

extension OrderedToMany: CollectionKeyPaths {
    fileprivate static var countKeyPath: AnyKeyPath { \OrderedToMany.count }
    fileprivate static var isEmptyKeyPath: AnyKeyPath { \OrderedToMany.isEmpty }
    fileprivate static var firstKeyPath: AnyKeyPath { \OrderedToMany.first }
    fileprivate static var lastKeyPath: AnyKeyPath? { \OrderedToMany.last }
}

extension Array: CollectionKeyPaths {
    fileprivate static var countKeyPath: AnyKeyPath { \Array.count }
    fileprivate static var isEmptyKeyPath: AnyKeyPath { \Array.isEmpty }
    fileprivate static var firstKeyPath: AnyKeyPath { \Array.first }
    fileprivate static var lastKeyPath: AnyKeyPath? { \Array.last }
}

extension RawRepresentable {
    fileprivate static var rawValueKeyPath: AnyKeyPath { \Self.rawValue }
}

extension CaseIterable {
    /// The raw values of all cases; nil if they have none.
    fileprivate static var rawConstants: [ConstantValue]? {
        let constants = allCases.compactMap { $0 is any RawRepresentable ? ConstantValue(captured: $0) : nil }
        return constants.count == allCases.count ? constants : nil
    }
}
