/// A value of JSON whose objects keep the order of their members, so that the text reads as it was meant.
enum JSONValue: Sendable, Hashable {
    /// A member of an object. One without a value is left out.
    struct Member: Sendable, Hashable {
        var name: String
        var value: JSONValue

        init?(_ name: String, _ value: JSONValue?) {
            guard let value else { return nil }
            self.name = name
            self.value = value
        }
    }

    case object([Member])
    case array([JSONValue])
    case string(String)
    case number(Int)
    case boolean(Bool)

    /// An object of the members that have a value.
    static func members(_ members: Member?...) -> JSONValue {
        .object(members.compactMap { $0 })
    }
}

extension JSONValue: ExpressibleByStringLiteral {
    init(stringLiteral value: String) {
        self = .string(value)
    }
}
