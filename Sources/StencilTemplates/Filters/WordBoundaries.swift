import Foundation

/// The starts of the words in a name.
package enum WordBoundaries {
    /// The words of a name in camel or snake case with a separator between them.
    ///
    /// A capital letter starts a word after a lowercase letter or digit, and before a lowercase letter.
    package static func joined(_ name: String, by separator: Character) -> String {
        let letters = Array(name)
        var result = ""
        for (index, letter) in letters.enumerated() {
            if isCapital(letter), index > 0 {
                let previous = letters[index - 1]
                let isBeforeSmall = index + 1 < letters.count && isSmall(letters[index + 1])
                if isSmall(previous) || isDigit(previous) || (isCapital(previous) && isBeforeSmall) {
                    result.append(separator)
                }
            }
            result.append(letter == "-" || letter == "_" ? separator : letter)
        }
        return result
    }

    /// A name in snake case with a capital at the start of each word instead of underscores.
    package static func camelCase(_ name: String, dropsLeadingUnderscores: Bool) -> String {
        let hasSmallLetters = name.contains { isSmall($0) }
        let words = (hasSmallLetters ? name : joined(name, by: "_")).split(separator: "_").map(String.init)
        let joined = words.map { hasSmallLetters ? upperFirst($0) : $0.capitalized }.joined()
        return dropsLeadingUnderscores ? joined : name.prefix { $0 == "_" } + joined
    }

    /// Returns a text with an uppercase first letter.
    package static func upperFirst(_ text: String) -> String { text.prefix(1).uppercased() + text.dropFirst() }

    private static func isCapital(_ letter: Character) -> Bool { ("A"..."Z").contains(letter) }
    private static func isSmall(_ letter: Character) -> Bool { ("a"..."z").contains(letter) }
    private static func isDigit(_ letter: Character) -> Bool { ("0"..."9").contains(letter) }
}
