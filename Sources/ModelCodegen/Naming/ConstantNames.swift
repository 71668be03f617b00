import SwiftNames

/// The names of constants in one type: unique identifiers made from strings of a model.
struct ConstantNames {
    /// Names that the language reserves, even in backquotes.
    private static let reserved: Set<String> = ["Protocol", "Self", "Type", "self"]

    private var taken: Set<String>

    /// - Parameter names: The other declarations of the type.
    init(besides names: Set<String> = []) { taken = Self.reserved.union(names) }

    /// Whether a string is a valid name without changes.
    func isFree(_ text: String) -> Bool { SwiftIdentifier.isValid(text) && !taken.contains(text) }

    /// Returns a name for a string: the string itself if it is a free identifier, otherwise the most similar free name.
    mutating func declare(_ text: String) -> String {
        var name = SwiftIdentifier.isValid(text) ? text : SwiftIdentifier.nearest(to: text) ?? "key"
        while !taken.insert(name).inserted { name += "_" }
        return SwiftIdentifier.escaped(name)
    }
}
