import Foundation
import ModelExpressions
import StoreProtocol

/// A source without objects, for expressions that do not depend on any.
struct ConstantSource: QuerySource {
    func value(forKey key: String, of subject: Never) throws -> QueryValue<Never> {}

    func objectID(of subject: Never) -> ObjectID {}

    func subject(with objectID: ObjectID) -> Never? { nil }
}

extension ModelExpression {
    /// Whether the value depends on neither an object nor a random number.
    var isConstant: Bool {
        switch self {
        case .constant: true
        case .evaluatedObject, .variable, .subquery: false
        // An object ID has no values here.
        case .keyPath, .methodCall: false
        case .element(let base, .index(let index)): base.isConstant && index.isConstant
        case .element(let base, .first), .element(let base, .last), .element(let base, .size): base.isConstant
        case .aggregate(let members): members.allSatisfy(\.isConstant)
        case .function(.random, _), .function(.randomBelow, _): false
        case .function(_, let arguments): arguments.allSatisfy(\.isConstant)
        case .unary(_, let operand), .cast(let operand, _): operand.isConstant
        case .binary(_, let left, let right): left.isConstant && right.isConstant
        case .ternary: false
        }
    }
}
