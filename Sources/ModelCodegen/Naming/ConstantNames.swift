import SwiftNames

/// The names of constants in one type: identifiers made of texts of a model, no two of them alike.
struct ConstantNames {
    /// Names that the language has taken, and that not even backquotes make free.
    private static let reserved: Set<String> = ["Protocol", "Self", "Type", "self"]

    private var taken: Set<String>

    /// - Parameter names: What is declared there besides.
    init(besides names: Set<String> = []) {
        taken = Self.reserved.union(names)
    }

    /// Whether a text can be a name as it is.
    func isFree(_ text: String) -> Bool {
        SwiftIdentifier.isValid(text) && !taken.contains(text)
    }

    /// A name for a text: the text itself where it is free and an identifier, else the nearest.
    mutating func declare(_ text: String) -> String {
        var name = SwiftIdentifier.isValid(text) ? text : SwiftIdentifier.nearest(to: text) ?? "key"
        while !taken.insert(name).inserted { name += "_" }
        return SwiftIdentifier.escaped(name)
    }
}
