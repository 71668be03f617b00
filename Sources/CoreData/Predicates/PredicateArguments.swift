import Foundation
import ModelExpressions
import ObjectGraph

extension FormatArgument {
    /// Creates the replacement of a placeholder from its argument.
    ///
    /// - Throws: The reason why the argument cannot be part of a format.
    init(argument: Any?) throws(UnusableArgumentError) {
        switch argument {
        case let predicate as NSPredicate:
            guard let tree = predicate.modelPredicate else {
                throw UnusableArgumentError(
                    "is a predicate with a block, which cannot be part of a format",
                    hint: "use a format for it, or combine the two with NSCompoundPredicate")
            }
            self = .predicate(tree)
        case let expression as NSExpression:
            guard let tree = expression.tree else {
                throw UnusableArgumentError(
                    "is an expression that only a program can evaluate, which cannot be part of a format",
                    hint: "use NSComparisonPredicate to compare its value")
            }
            self = .expression(tree)
        default: self = .constant(try ConstantValue(argument: argument))
        }
    }

    /// The replacements of a format's placeholders.
    static func all(of arguments: [Any?]) -> [Result<FormatArgument, UnusableArgumentError>] {
        arguments.map { argument in
            Result { () throws(UnusableArgumentError) in try FormatArgument(argument: argument) }
        }
    }
}

extension ConstantValue {
    /// The greatest number of collections within each other, above which nothing can be made of an argument either.
    private static let levelLimit = 100

    /// Creates a value as predicates compare it.
    ///
    /// - Throws: The reason why predicates have no such value.
    init(argument: Any?) throws(UnusableArgumentError) { try self.init(argument, level: 0) }

    /// Does the same for a value of a program that an error cannot be thrown to.
    ///
    /// - Precondition: Predicates support the type of the value.
    init(required argument: Any?) {
        do {
            try self.init(argument: argument)
        } catch {
            endProgram("the value of a predicate or an expression \(error.message); \(error.hint)")
        }
    }

    private init(_ argument: Any?, level: Int) throws(UnusableArgumentError) {
        guard let argument, (argument as? any OptionalType)?.isNil != true else {
            self = .null
            return
        }
        guard level <= Self.levelLimit else {
            throw UnusableArgumentError("has more than \(Self.levelLimit) levels", hint: "split it")
        }
        switch argument {
        case let object as ManagedObject: self = object.lastingPredicateValue
        case let objects as [ManagedObject]: self = .collection(objects.map(\.lastingPredicateValue))
        case let objects as Set<ManagedObject>: self = .collection(objects.map(\.lastingPredicateValue))
        case let value as any PredicateValue: self = value.predicateValue
        case let objectID as NSManagedObjectID: self = objectID.graphID.predicateValue
        // An object is compared with it by the name of its entity.
        case let entity as NSEntityDescription: self = .string(entity.name ?? "")
        case let token as NSPersistentHistoryToken: self = .integer(Int64(token.token.transactionNumber))
        case let number as NSNumber: self.init(number)
        case is NSNull: self = .null
        case let text as NSString: self = .string(text as String)
        case let date as NSDate: self = .date(date.timeIntervalSinceReferenceDate)
        case let data as NSData: self = .data([UInt8](data as Data))
        case let uuid as NSUUID: self = .uuid(uuid.uuidString)
        case let url as NSURL: self = .url(url.absoluteString)
        case let set as NSSet: self = try Self.collection(Array(set), level: level)
        case let set as NSOrderedSet: self = try Self.collection(Array(set), level: level)
        case let array as NSArray: self = try Self.collection(Array(array), level: level)
        case let value as AnyHashable where !(value.base is AnyHashable): try self.init(value.base, level: level + 1)
        case let value as any RawRepresentable: try self.init(value.rawValue, level: level + 1)
        case let text as any StringProtocol: self = .string(String(text))
        case let sequence as any Sequence: self = try Self.collection(Array(erasing: sequence), level: level)
        default:
            throw UnusableArgumentError(
                "has the type \(type(of: argument)), which predicates cannot compare",
                hint: "pass a string, a number, a date, data, a UUID, a URL, an object, its ID, or a collection of them"
            )
        }
    }

    /// Whether an argument is an entity, or a collection that begins with one.
    static func isEntity(_ argument: Any) -> Bool {
        func first(of members: some Sequence) -> Any? {
            var members = members.makeIterator()
            return members.next()
        }
        if argument is NSEntityDescription { return true }
        return (argument as? any Sequence).flatMap { first(of: $0) } is NSEntityDescription
    }

    private static func collection(_ members: [Any], level: Int) throws(UnusableArgumentError) -> ConstantValue {
        var values: [ConstantValue] = []
        values.reserveCapacity(members.count)
        for member in members { values.append(try ConstantValue(member, level: level + 1)) }
        return .collection(values)
    }

    private init(_ number: NSNumber) {
        if let decimal = number as? NSDecimalNumber {
            self = .decimal(decimal.decimalValue.description)
            return
        }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
        case UInt8(ascii: "B"): self = .boolean(number.boolValue)
        case UInt8(ascii: "Q"): self = number.uint64Value.predicateValue
        default: self = .integer(number.int64Value)
        }
    }
}

extension Array where Element == Any {
    /// Creates an array of a sequence whose type is known only at run time.
    init(erasing sequence: some Sequence) { self = sequence.map { $0 as Any } }
}
