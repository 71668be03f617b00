import Foundation
import ModelExpressions
import ObjectGraph

extension FormatArgument {
    /// Creates the replacement of a placeholder from its argument.
    ///
    /// - Precondition: Predicates support the type of the value.
    init(argument: Any?) {
        guard let argument else {
            self = .constant(.null)
            return
        }
        switch argument {
        case let predicate as NSPredicate:
            guard let tree = predicate.modelPredicate else {
                endProgram("a block predicate cannot be part of a format")
            }
            self = .predicate(tree)
        case let expression as NSExpression: self = .expression(expression.tree)
        default: self = .constant(ConstantValue(argument: argument))
        }
    }
}

extension ConstantValue {
    /// Creates a value as predicates compare it.
    ///
    /// - Precondition: Predicates support the type of the value.
    init(argument: Any?) {
        guard let argument else {
            self = .null
            return
        }
        guard let value = Self(known: argument) else {
            endProgram("a predicate cannot contain a value of type \(type(of: argument))")
        }
        self = value
    }

    private init?(known argument: Any) {
        switch argument {
        case let value as any PredicateValue: self = value.predicateValue
        case let objectID as NSManagedObjectID: self = objectID.graphID.predicateValue
        case let number as NSNumber: self.init(number)
        case is NSNull: self = .null
        case let text as NSString: self = .string(text as String)
        case let date as NSDate: self = .date(date.timeIntervalSinceReferenceDate)
        case let data as NSData: self = .data([UInt8](data as Data))
        case let uuid as NSUUID: self = .uuid(uuid.uuidString)
        case let url as NSURL: self = .url(url.absoluteString)
        case let set as NSSet: self = .collection(set.map { ConstantValue(argument: $0) })
        case let set as NSOrderedSet: self = .collection(set.map { ConstantValue(argument: $0) })
        case let array as NSArray: self = .collection(array.map { ConstantValue(argument: $0) })
        case let value as AnyHashable where !(value.base is AnyHashable): self.init(known: value.base)
        case let value as any RawRepresentable: self.init(argument: value.rawValue)
        case let sequence as any Sequence:
            self = .collection(Array<Any>(erasing: sequence).map { ConstantValue(argument: $0) })
        case let text as any StringProtocol: self = .string(String(text))
        default: return nil
        }
    }

    private init(_ number: NSNumber) {
        if let decimal = number as? NSDecimalNumber {
            self = .decimal(decimal.decimalValue.description)
            return
        }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
        case UInt8(ascii: "B"): self = .boolean(number.boolValue)
        default: self = .integer(number.int64Value)
        }
    }
}

extension Array where Element == Any {
    /// Creates an array of a sequence whose type is known only at run time.
    init(erasing sequence: some Sequence) { self = sequence.map { $0 as Any } }
}
