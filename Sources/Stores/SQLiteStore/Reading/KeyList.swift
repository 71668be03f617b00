import ObjectGraph
import SQLStore

/// Several keys or other values as one bound value, an array for `json_each`, so one statement serves any number of
/// them.
enum KeyList {
    static func text(_ objectIDs: some Sequence<ObjectID>) -> String { text(objectIDs.lazy.map(\.number)) }

    static func text(_ keys: some Sequence<Int64>) -> String { array(keys.lazy.map(String.init)) }

    /// Integers or strings; nil for other values, or a string that `json_each` would truncate.
    static func text(_ values: [SQLValue]) -> String? {
        var items: [String] = []
        items.reserveCapacity(values.count)
        for value in values {
            switch value {
            case .integer(let number): items.append(String(number))
            case .text(let text):
                guard !text.utf8.contains(0) else { return nil }
                items.append(JSONText.quoted(text))
            case .null, .real, .uuid: return nil
            }
        }
        return array(items)
    }

    private static func array(_ items: some Sequence<String>) -> String {
        var text = "["
        for item in items {
            if text.utf8.count > 1 { text += "," }
            text += item
        }
        return text + "]"
    }
}
