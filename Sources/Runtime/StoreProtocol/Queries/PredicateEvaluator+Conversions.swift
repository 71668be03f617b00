public import Foundation
import ModelExpressions

extension PredicateEvaluator {
    /// `FUNCTION(receiver, "name")`. Without an Objective-C runtime, only these methods exist.
    @inlinable
    func call(_ selector: String, on receiver: Value) throws -> Value {
        if receiver.isNull { return .null }
        switch (selector, receiver) {
        case ("uppercaseString", .string(let text)): return .string(text.uppercased())
        case ("lowercaseString", .string(let text)): return .string(text.lowercased())
        case ("capitalizedString", .string(let text)): return .string(text.capitalized)
        case ("length", .string(let text)): return .integer(Int64(text.count))
        case ("length", .binary(let data)): return .integer(Int64(data.count))
        case ("count", .many(let members)): return .integer(Int64(members.count))
        case ("absoluteString", .uri(let url)): return .string(url.absoluteString)
        case ("UUIDString", .uuid(let uuid)): return .string(uuid.text)
        case ("timeIntervalSinceReferenceDate", .date(let date)): return .real(date.timeIntervalSinceReferenceDate)
        case ("boolValue", _), ("intValue", _), ("integerValue", _), ("longLongValue", _), ("doubleValue", _),
            ("floatValue", _):
            return try numberValue(selector, of: receiver)
        default:
            throw QueryError(
                code: .unsupported, message: "\(receiver.kind) has no method '\(selector)' that FUNCTION can call")
        }
    }

    @inlinable
    func numberValue(_ selector: String, of receiver: Value) throws -> Value {
        guard let number = try cast(receiver, to: "NSNumber").number else { return .integer(0) }
        switch selector {
        case "boolValue": return .boolean(number.order(to: .integer(0)) != .orderedSame)
        case "doubleValue", "floatValue": return .real(number.real)
        default:
            guard let whole = Int64(exactly: number.real.rounded(.towardZero)) else {
                throw QueryError.overflow(selector)
            }
            return .integer(number.whole ?? whole)
        }
    }

    /// `CAST(value, "type")`. A value that cannot be converted, such as text that is not a number, becomes nil.
    @inlinable
    package func cast(_ value: Value, to type: String) throws -> Value {
        if value.isNull { return .null }
        switch type {
        case "NSDate":
            if case .date = value { return value }
            return value.number.map { .date(Date(timeIntervalSinceReferenceDate: $0.real)) } ?? .null
        case "NSNumber": return number(from: value).map { Value($0) } ?? .null
        case "NSDecimalNumber":
            if case .string(let text) = value { return Decimal(string: text).map { .decimal($0) } ?? .null }
            guard let number = number(from: value) else { return .null }
            return Decimal(string: Value(number).text ?? "").map { .decimal($0) } ?? .null
        case "NSString": return value.text.map { .string($0) } ?? .null
        case "NSUUID":
            if case .uuid = value { return value }
            return value.text.flatMap(UUID.init(text:)).map { .uuid($0) } ?? .null
        case "NSURL":
            if case .uri = value { return value }
            return value.text.flatMap { URL(string: $0) }.map { .uri($0) } ?? .null
        case "NSData":
            if case .binary = value { return value }
            return .null
        default: throw QueryError(code: .unsupported, message: "CAST does not support the type '\(type)'")
        }
    }

    @inlinable
    func number(from value: Value) -> QueryNumber? {
        switch value {
        case .string(let text): Int64(text).map(QueryNumber.integer) ?? Double(text).map(QueryNumber.real)
        case .date(let date): .real(date.timeIntervalSinceReferenceDate)
        default: value.number
        }
    }
}

extension QueryValue {
    /// The value as text; nil if it has none.
    @inlinable
    var text: String? {
        switch self {
        case .boolean(let flag): flag ? "1" : "0"
        case .integer(let number): String(number)
        case .real(let number): String(number)
        case .decimal(let number): number.description
        case .string(let text): text
        // Foundation stops the program for the text of a date that is not a number.
        case .date(let date): date.timeIntervalSinceReferenceDate.isNaN ? nil : date.description
        case .uuid(let uuid): uuid.text
        case .uri(let url): url.absoluteString
        case .null, .binary, .object, .objectID, .structure, .many, .opaque: nil
        }
    }
}
