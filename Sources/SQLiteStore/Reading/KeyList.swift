import ObjectGraph

/// Keys as one bound value, so that a statement serves any number of them: an array for `json_each`.
enum KeyList {
    static func text(_ objectIDs: some Sequence<ObjectID>) -> String {
        text(objectIDs.lazy.map(\.number))
    }

    static func text(_ keys: some Sequence<Int64>) -> String {
        var text = "["
        for key in keys {
            if text.utf8.count > 1 { text += "," }
            text += String(key)
        }
        return text + "]"
    }
}
