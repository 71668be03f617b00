import Foundation

/// A value as a page has shown it, in the JSON of its ``Cell``.
///
/// A page sends it with a change, so that a change of something that has another value by now is noticed. It is
/// compared as JSON, which is all that a page knows of a cell.
package enum ShownValue: Sendable, Hashable {
    case null
    case boolean(Bool)
    case number(Double)
    case text(String)
    case list([ShownValue])
    case members([String: ShownValue])

    /// Creates the value that pages get of a cell.
    init(_ cell: Cell) throws {
        self = try JSONDecoder().decode(ShownValue.self, from: try JSONEncoder().encode(cell))
    }

    /// The value with the present identities of objects, and without their names, which can change although the
    /// relationship doesn't.
    func identifying(_ identity: (String) -> String) -> ShownValue {
        guard case .members(var members) = self, case .text(let type)? = members["t"] else { return self }
        func destination(_ link: ShownValue) -> ShownValue {
            guard case .members(let parts) = link, case .text(let id)? = parts["id"] else { return link }
            return .text(identity(id))
        }
        switch (type, members["link"], members["links"]) {
        case ("object", let link?, _): members["link"] = destination(link)
        case ("objects", _, .list(let links)?): members["links"] = .list(links.map(destination))
        default: break
        }
        return .members(members)
    }
}

extension ShownValue {
    /// Whether two values are the same. Texts are if their bytes are: one with other code points is another value, even
    /// if it looks the same.
    package static func == (left: ShownValue, right: ShownValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)): left == right
        case (.text(let left), .text(let right)): left.utf8.elementsEqual(right.utf8)
        case (.list(let left), .list(let right)): left == right
        case (.members(let left), .members(let right)): left == right
        default: false
        }
    }
}

extension ShownValue: Decodable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .boolean(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([ShownValue].self) {
            self = .list(list)
        } else {
            self = .members(try container.decode([String: ShownValue].self))
        }
    }
}
