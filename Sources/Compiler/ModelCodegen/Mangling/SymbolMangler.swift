/// Writes the name of a symbol as the Swift compiler does, as far as members of classes need it.
///
/// Source: the description of the mangling in the Swift project's documentation (`docs/ABI/Mangling.rst`), and symbols
/// of compiled code; the tests of hand-written classes do not link if a compiler differs.
struct SymbolMangler {
    private var text = "$s"
    private var words: [String] = []
    private var substitutions: [Substitution] = []
    private var lastSubstitutionEnd = -1

    private enum Substitution: Hashable {
        case identifier(String)
        case type(MangledType)
    }

    private static let maximumWordCount = 26

    /// The symbol that reads a property of a class.
    static func getter(_ name: String, _ type: MangledType, of owner: MangledType) -> String {
        property(name, type, of: owner) + "vg"
    }

    /// The symbol that sets a property of a class.
    static func setter(_ name: String, _ type: MangledType, of owner: MangledType) -> String {
        property(name, type, of: owner) + "vs"
    }

    /// The symbol of a method of a class that returns nothing.
    ///
    /// - Parameter parameters: The labels, nil for none, and the types.
    static func method(
        _ name: String, _ parameters: [(label: String?, type: MangledType)], of owner: MangledType
    ) -> String {
        var mangler = SymbolMangler()
        mangler.append(owner)
        mangler.append(identifier: name)
        if parameters.allSatisfy({ $0.label == nil }) {
            mangler.text += "y"
        } else {
            for parameter in parameters {
                if let label = parameter.label { mangler.append(identifier: label) } else { mangler.text += "_" }
            }
        }
        // Returns nothing.
        mangler.text += "y"
        if parameters.count == 1, parameters[0].label == nil {
            mangler.append(parameters[0].type)
        } else {
            for (place, parameter) in parameters.enumerated() {
                mangler.append(parameter.type)
                if place == 0 { mangler.text += "_" }
            }
            mangler.text += "t"
        }
        return mangler.text + "F"
    }

    private static func property(_ name: String, _ type: MangledType, of owner: MangledType) -> String {
        var mangler = SymbolMangler()
        mangler.append(owner)
        mangler.append(identifier: name)
        mangler.append(type)
        return mangler.text
    }

    private mutating func append(_ type: MangledType) {
        if case .standard(let spelling) = type {
            text += spelling
            return
        }
        if appendSubstitution(.type(type)) { return }
        switch type {
        case .standard: break
        case .nominal(let module, let name, let kind):
            append(module: module)
            append(identifier: name)
            text += kind.rawValue
        case .optional(let wrapped):
            append(wrapped)
            text += "Sg"
        case .array(let element):
            text += "Say"
            append(element)
            text += "G"
        case .set(let element):
            text += "Shy"
            append(element)
            text += "G"
        }
        substitutions.append(.type(type))
    }

    private mutating func append(module: String) {
        if module == "Swift" {
            text += "s"
            return
        }
        append(identifier: module)
    }

    /// Writes a substitution for an earlier part.
    private mutating func appendSubstitution(_ substitution: Substitution) -> Bool {
        guard let index = substitutions.firstIndex(of: substitution) else { return false }
        let letter = Character(UnicodeScalar(UInt8(ascii: "A") + UInt8(index)))
        if lastSubstitutionEnd == text.utf8.count, let last = text.popLast() {
            // Consecutive substitutions form one, with all letters except the last in lower case.
            text += last.lowercased() + String(letter)
        } else {
            text += "A\(letter)"
        }
        lastSubstitutionEnd = text.utf8.count
        return true
    }

    // MARK: - Identifiers

    /// Writes an identifier. A letter represents each word that was written before.
    private mutating func append(identifier: String) {
        if appendSubstitution(.identifier(identifier)) { return }
        substitutions.append(.identifier(identifier))
        if let encoded = Punycode.encode(identifier) {
            // Words in it are not replaced. A digit or an underscore at its start would be read as part of the length.
            let separator = encoded.first.map { $0.isNumber || $0 == "_" } == true ? "_" : ""
            text += "00\(encoded.count)\(separator)\(encoded)"
            return
        }
        let characters = Array(identifier)
        let repeated = findWords(in: characters)
        if !repeated.isEmpty { text += "0" }
        var position = 0
        for (number, word) in repeated.enumerated() {
            appendPlain(characters[position..<word.start])
            let letter = UnicodeScalar(
                (number == repeated.count - 1 ? UInt8(ascii: "A") : UInt8(ascii: "a")) + UInt8(word.index))
            text += String(Character(letter))
            position = word.start + word.length
            if number == repeated.count - 1, position == characters.count { text += "0" }
        }
        appendPlain(characters[position...])
    }

    private mutating func appendPlain(_ characters: ArraySlice<Character>) {
        guard !characters.isEmpty else { return }
        text += "\(characters.count)" + String(characters)
    }

    /// The known words of an identifier. New words become known.
    private mutating func findWords(in characters: [Character]) -> [(start: Int, length: Int, index: Int)] {
        var repeated: [(start: Int, length: Int, index: Int)] = []
        var start: Int?
        for position in 0...characters.count {
            let character = position < characters.count ? characters[position] : nil
            if let begin = start, Self.endsWord(character, after: characters[position - 1]) {
                let word = String(characters[begin..<position])
                if let index = words.firstIndex(of: word) {
                    repeated.append((begin, word.count, index))
                } else if word.count >= 2, words.count < Self.maximumWordCount {
                    words.append(word)
                }
                start = nil
            }
            if start == nil, let character, !character.isNumber, character != "_" { start = position }
        }
        return repeated
    }

    private static func endsWord(_ character: Character?, after previous: Character) -> Bool {
        guard let character, character != "_" else { return true }
        return !previous.isUppercase && character.isUppercase
    }
}
