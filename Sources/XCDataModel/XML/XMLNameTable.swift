/// The names of elements and attributes, each stored once and known by a number.
///
/// A format that knows its names gives them first, so that their numbers are the same in every document and comparing
/// names is comparing numbers.
package struct XMLNameTable: Sendable {
    /// The names; a name's number is its index.
    package private(set) var names: [String]
    private var numbers: [String: Int]

    package init(_ names: [String] = []) {
        self.names = names
        numbers = Dictionary(zip(names, names.indices)) { first, _ in first }
    }

    /// The number of a name, which is added where it is new.
    package mutating func number(of name: String) -> Int {
        if let number = numbers[name] { return number }
        names.append(name)
        numbers[name] = names.count - 1
        return names.count - 1
    }
}
