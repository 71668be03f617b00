import SwiftNames

/// `Note.fetchRequest() as! NSFetchRequest<Note>`: requests of another type are other classes here,
/// so a cast never succeeds.
enum RequestCastRule: PortingRule {
    static func constructs(in file: Int, of project: PortedProject) -> [PortedConstruct] {
        let source = project.files[file].source
        return source.tokens.indices.compactMap { index in
            guard source.isActive[index], source.isWord(index, "NSFetchRequest"), source.isMark(index + 1, "<"),
                source.isMark(index - 1, "!") || source.isMark(index - 1, "?"), source.isWord(index - 2, "as")
            else { return nil }
            return construct(at: index, in: file, of: project)
        }
    }

    private static func construct(at index: Int, in file: Int, of project: PortedProject) -> PortedConstruct {
        let source = project.files[file].source
        let offset = source.tokens[index - 2].range.lowerBound
        let message = "a request can't be cast to a request of another type"
        let hint = "create it with NSFetchRequest(entityName:)"
        // Name . fetchRequest ( ) as ! NSFetchRequest < Type >
        guard source.isMark(index - 1, "!"), source.isMark(index - 3, ")"), source.isMark(index - 4, "("),
            source.isWord(index - 5, "fetchRequest"), source.isMark(index - 6, "."), let name = source.name(index - 7),
            !source.isMark(index - 8, "."), let end = endOfType(from: index + 1, source)
        else { return PortedConstruct(.requestCast, at: offset, in: source, message, hint: hint) }
        guard let entity = project.entityByClass[name], !entity.contains(where: { "\"\\".contains($0) }) else {
            return PortedConstruct(.requestCast, at: offset, in: source, message, hint: hint)
        }
        let range = source.tokens[index - 7].range.lowerBound..<source.tokens[end].range.upperBound
        let type = source.text(source.tokens[index].range.lowerBound..<source.tokens[end].range.upperBound)
        let text = "\(type)(entityName: \"\(entity)\")"
        return PortedConstruct(
            .requestCast, at: offset, in: source, message, hint: "write \(text)",
            edits: [SourceEdit(file: file, range: range, text: text)])
    }

    /// The index of the bracket that closes a type's parameter: a name, with `any` or without it.
    private static func endOfType(from start: Int, _ source: SwiftSource) -> Int? {
        var index = start + 1
        if source.isWord(index, "any") { index += 1 }
        guard source.name(index) != nil, source.isMark(index + 1, ">") else { return nil }
        return index + 1
    }
}
