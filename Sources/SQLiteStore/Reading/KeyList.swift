import ObjectGraph

/// Keys as one bound value, so that a statement serves any number of them: an array for `json_each`.
enum KeyList {
    static func text(_ objectIDs: some Sequence<ObjectID>) -> String {
        var text = "["
        for objectID in objectIDs {
            if text.utf8.count > 1 { text += "," }
            text += String(objectID.number)
        }
        return text + "]"
    }
}
