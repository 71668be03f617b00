import SwiftNames

/// Members with `@NSManaged` that are private, which other modules can't supply.
enum InaccessiblePropertyRule: PortingRule {
    static func constructs(in file: Int, of project: PortedProject) -> [PortedConstruct] {
        let (source, declarations) = (project.files[file].source, project.files[file].declarations)
        var types: Set<Int> = []
        var result: [PortedConstruct] = []
        for index in source.tokens.indices
        where source.isActive[index] && source.isToken(index, .attribute, "@NSManaged") {
            let list = declarations.list(around: index)
            if let modifier = privateModifier(in: list, of: source) {
                result.append(construct(removing: modifier, in: file, source))
            }
            guard case .type(let type) = declarations.places[index], types.insert(type).inserted else { continue }
            let declaration = declarations.types[type]
            if let modifier = privateModifier(in: declaration.start..<declaration.keyword, of: source) {
                var found = construct(removing: modifier, in: file, source)
                if declaration.kind == "extension" {
                    found.edits += accessOfOtherMembers(of: type, in: file, project.files[file])
                }
                result.append(found)
            }
            if declaration.parent != nil || declaration.isLocal || declaration.name.contains(".") {
                result.append(
                    PortedConstruct(
                        .inaccessibleProperty, at: source.tokens[declaration.keyword].range.lowerBound, in: source,
                        "the accessors of a nested class with '@NSManaged' can't be supplied",
                        hint: "move the class out of the type around it"))
            }
        }
        return result
    }

    /// The modifier of a declaration, not one of its setter.
    private static func privateModifier(in list: Range<Int>, of source: SwiftSource) -> Int? {
        list.first { index in
            (source.isWord(index, "private") || source.isWord(index, "fileprivate"))
                && !(source.touchesNext(index) && source.isMark(index + 1, "("))
        }
    }

    /// Gives the members of a private extension that stay private their own access.
    private static func accessOfOtherMembers(of type: Int, in number: Int, _ file: PortedProject.File) -> [SourceEdit] {
        let (source, declarations) = (file.source, file.declarations)
        var edits: [SourceEdit] = []
        var next = declarations.types[type].open + 1
        while next < declarations.types[type].close {
            let list = declarations.list(around: next)
            let isMember =
                declarations.places[next] == .type(type) && source.isActive[next]
                && (SwiftDeclarations.memberKeywords.contains(source.text(list.upperBound))
                    || declarations.types.contains { $0.keyword == list.upperBound })
            guard isMember else {
                next += 1
                continue
            }
            let isSupplied = list.contains { source.isToken($0, .attribute, "@NSManaged") }
            if !isSupplied, !list.contains(where: declarations.isAccessModifier) {
                let first = list.first { SwiftDeclarations.modifiers.contains(source.text($0)) } ?? list.upperBound
                let place = source.tokens[first].range.lowerBound
                edits.append(SourceEdit(file: number, range: place..<place, text: "fileprivate "))
            }
            next = declarations.end(ofDeclarationAt: list.upperBound) + 1
        }
        return edits
    }

    private static func construct(removing index: Int, in file: Int, _ source: SwiftSource) -> PortedConstruct {
        let word = source.text(index)
        let range = source.tokens[index].range
        var end = range.upperBound
        while end < source.bytes.count, source.bytes[end] == .space || source.bytes[end] == .tab { end += 1 }
        return PortedConstruct(
            .inaccessibleProperty, at: range.lowerBound, in: source,
            "the accessors of a \(word) member with '@NSManaged' can't be supplied", hint: "remove '\(word)'",
            edits: [SourceEdit(file: file, range: range.lowerBound..<end, text: "")])
    }
}
