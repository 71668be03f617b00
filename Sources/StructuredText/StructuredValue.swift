/// A value that JSON and YAML can both write, whose objects keep the order of their members, so that the text reads as
/// it was meant.
package enum StructuredValue: Sendable, Hashable {
    /// A member of an object. One without a value is left out.
    package struct Member: Sendable, Hashable {
        package var name: String
        package var value: StructuredValue

        package init?(_ name: String, _ value: StructuredValue?) {
            guard let value else { return nil }
            self.name = name
            self.value = value
        }
    }

    case object([Member])
    case array([StructuredValue])
    case string(String)
    case number(Int)
    case boolean(Bool)

    /// An object of the members that have a value.
    package static func members(_ members: Member?...) -> StructuredValue { .object(members.compactMap { $0 }) }
}

extension StructuredValue: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) { self = .string(value) }
}
