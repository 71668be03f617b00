/// The names of elements and attributes, each with a number.
///
/// Names that a format adds first have the same numbers in every document, so that comparing names means comparing
/// numbers.
package struct XMLNameTable: Sendable {
    /// The names; a name's number is its index.
    package private(set) var names: [String]
    private var numbers: [String: Int]

    package init(_ names: [String] = []) {
        self.names = names
        numbers = Dictionary(zip(names, names.indices)) { first, _ in first }
    }

    /// Returns the number of a name, and adds a new name.
    package mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        names.append(name)
        numbers[name] = names.count - 1
        return names.count - 1
    }
}
