/// A value for JSON and YAML. Objects keep the order of their members.
package enum StructuredValue: Sendable, Hashable {
    /// A member of an object.
    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: StructuredValue

        package init?(_ name: String, _ value: StructuredValue?) {
            guard let value else { return nil }
            self.name = name
            self.value = value
        }

        /// Returns the members that have a value.
        package static func list(_ members: Member?...) -> [Member] { members.compactMap(\.self) }
    }

    case object([Member])
    case array([StructuredValue])
    case string(String)
    case number(Int64)
    case boolean(Bool)
    case null

    /// Returns a number.
    package static func number(_ number: Int) -> StructuredValue { .number(Int64(number)) }

    /// Returns an object with the members that have a value.
    package static func members(_ members: Member?...) -> StructuredValue { .object(members.compactMap { $0 }) }
}

extension StructuredValue: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
}
