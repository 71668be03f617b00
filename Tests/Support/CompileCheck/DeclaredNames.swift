import ModelCodegen

/// The names that sources add to their module: models that share one cannot be compiled together.
struct DeclaredNames {
    private static let declarations: Set<Substring> = [
        "class", "struct", "enum", "protocol", "actor", "typealias", "func", "var", "let",
    ]

    private(set) var names: Set<String> = []

    init(_ files: [GeneratedFile]) {
        for file in files {
            names.insert(file.name.lowercased())
            for line in file.text.utf8.split(separator: UInt8(ascii: "\n")) where line.first != UInt8(ascii: " ") {
                if let name = Self.name(declaredBy: Substring(line)) { names.insert(name) }
            }
        }
        for file in files { insertMembersOfForeignTypes(file.text) }
    }

    private static func name(declaredBy line: Substring) -> String? {
        let words = line.split(maxSplits: 8) { " :{(<".contains($0) }
        guard let word = words.firstIndex(where: declarations.contains), word + 1 < words.count,
            words[0] != "//", words[0] != "///"
        else { return nil }
        return String(words[word + 1])
    }

    /// The members that extensions give to types of libraries, such as a model's to the type of models.
    private mutating func insertMembersOfForeignTypes(_ text: String) {
        var extendedType: Substring?
        for line in text.split(separator: "\n") {
            if line.first != " " {
                let words = line.split { " :{".contains($0) }
                let word = words.firstIndex(of: "extension")
                extendedType = word.flatMap { $0 + 1 < words.count ? words[$0 + 1] : nil }
                if let type = extendedType, names.contains(String(type)) { extendedType = nil }
            } else if let extendedType, !line.contains("private "), let name = Self.name(declaredBy: line) {
                names.insert("\(extendedType).\(name)")
            }
        }
    }
}
