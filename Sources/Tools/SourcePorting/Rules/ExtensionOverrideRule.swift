import SwiftNames

/// Methods and properties that an extension overrides, which only classes can without an Objective-C runtime.
enum ExtensionOverrideRule: PortingRule {
    static func constructs(in file: Int, of project: PortedProject) -> [PortedConstruct] {
        let (source, declarations) = (project.files[file].source, project.files[file].declarations)
        var result: [PortedConstruct] = []
        for (index, type) in declarations.types.enumerated()
        where type.kind == "extension" && source.isActive[type.keyword] {
            let words = (type.open + 1)..<type.close
            let overrides = words.filter { word in
                source.isWord(word, "override") && declarations.places[word] == .type(index) && source.isActive[word]
                    && !source.isMark(word - 1, ".")
            }
            var found = overrides.map { construct(at: $0, of: type, in: file, of: project) }
            if let lines = linesOfEmptiedExtension(type, overrides, project.files[file]),
                found.allSatisfy({ !$0.edits.isEmpty })
            {
                // All of them move at once, or none.
                let insertions = found.flatMap { $0.edits.dropFirst() }
                for index in found.indices { found[index].edits = [] }
                found[0].edits = insertions + [SourceEdit(file: file, range: lines, text: "")]
            }
            result += found
        }
        return result
    }

    /// The lines of an extension that has nothing besides overrides, with the empty lines before it;
    /// nil for another one.
    private static func linesOfEmptiedExtension(
        _ type: SwiftDeclarations.TypeDeclaration, _ overrides: [Int], _ file: PortedProject.File
    ) -> Range<Int>? {
        guard type.inheritance.isEmpty, !overrides.isEmpty else { return nil }
        let source = file.source
        var next = type.open + 1
        var place = source.tokens[type.open].range.upperBound
        for word in overrides {
            let list = file.declarations.list(around: word)
            let end = file.declarations.end(ofDeclarationAt: list.upperBound)
            // A comment that does not move with a member stays, and the extension with it.
            guard list.lowerBound == next, let lines = file.declarations.lines(from: list.lowerBound, through: end),
                lines.lowerBound >= place, source.isBlank(place..<lines.lowerBound)
            else { return nil }
            next = end + 1
            place = lines.upperBound
        }
        guard source.isBlank(place..<max(place, source.tokens[type.close].range.lowerBound)) else { return nil }
        let start = source.tokens[type.start].range.lowerBound
        let lastLine = source.line(at: source.tokens[type.close].range.lowerBound)
        let rest = source.tokens[type.close].range.upperBound..<source.contents(ofLine: lastLine).upperBound
        // A comment directly above belongs to the extension.
        let firstLine = source.line(at: start)
        let previousEnd = type.start > 0 ? source.tokens[type.start - 1].range.upperBound : 0
        let isAfterComment =
            firstLine > 0 && !isEmpty(firstLine - 1, source)
            && (type.start == 0 || source.line(at: previousEnd - 1) < firstLine - 1)
        guard next == type.close, source.isFirstOnLine(start), source.isBlank(rest), !isAfterComment else { return nil }
        return startOfEmptyLines(before: source.line(at: start), source)..<source.start(ofLine: lastLine + 1)
    }

    /// The beginning of the empty lines directly before a line.
    private static func startOfEmptyLines(before line: Int, _ source: SwiftSource) -> Int {
        var start = line
        while start > 0, isEmpty(start - 1, source) { start -= 1 }
        return source.start(ofLine: start)
    }

    private static func isEmpty(_ line: Int, _ source: SwiftSource) -> Bool {
        source.isBlank(source.contents(ofLine: line))
    }

    private static func construct(
        at word: Int, of type: SwiftDeclarations.TypeDeclaration, in file: Int, of project: PortedProject
    ) -> PortedConstruct {
        let (source, declarations) = (project.files[file].source, project.files[file].declarations)
        let list = declarations.list(around: word)
        let end = declarations.end(ofDeclarationAt: list.upperBound)
        let name = source.name(list.upperBound + 1) ?? source.text(list.upperBound)
        func found(_ hint: String, _ edits: [SourceEdit] = []) -> PortedConstruct {
            PortedConstruct(
                .overrideInExtension, at: source.tokens[word].range.lowerBound, in: source,
                "an extension can't override '\(name)' without the Objective-C runtime", hint: hint, edits: edits)
        }
        if name.hasPrefix("keyPathsForValuesAffecting") || name.hasPrefix("automaticallyNotifiesObservers") {
            return found("put it in #if canImport(ObjectiveC), because key-value observing requires the runtime")
        }
        guard let target = project.classes[type.name] else {
            return found(
                "move the override into class '\(type.name)', which is not among the sources: write the class by hand")
        }
        let targetFile = project.files[target.file]
        let targetType = targetFile.declarations.types[target.type]
        guard end < type.close, !type.isConstrained,
            let lines = declarations.lines(from: list.lowerBound, through: end),
            isUnconditional(lines, source, in: type), targetFile.source.problem == nil,
            targetType.close == targetType.open + 1
                || targetFile.source.isFirstOnLine(targetFile.source.tokens[targetType.close].range.lowerBound)
        else { return found("move the override into class '\(type.name)'") }
        let branch = source.branches[type.keyword]
        guard branch == targetFile.source.branches[targetType.keyword], branch == 0 || target.file == file else {
            return found("move the override into class '\(type.name)', in the same condition")
        }
        if let attribute = (type.start..<type.keyword).first(where: { source.tokens[$0].kind == .attribute }) {
            return found("move the override into class '\(type.name)', with '\(source.text(attribute))'")
        }
        if target.file != file, let hidden = hiddenName(in: list.lowerBound...end, of: project.files[file]) {
            return found(
                "move the override into class '\(type.name)', and give it access to '\(hidden)'")
        }
        return found(
            "move it into class '\(type.name)'",
            [
                SourceEdit(file: file, range: removal(of: lines, in: type, of: project.files[file]), text: ""),
                insertion(
                    of: text(of: list, in: lines, of: type, project.files[file]), in: type, of: source, into: target,
                    project),
            ] + missingImports(from: file, to: target.file, of: project))
    }

    /// Whether no directive is in or between a member and the braces of its extension.
    private static func isUnconditional(
        _ lines: Range<Int>, _ source: SwiftSource, in type: SwiftDeclarations.TypeDeclaration
    ) -> Bool {
        !((type.open + 1)..<type.close).contains { index in
            source.isInDirective[index] && source.tokens[index].range.lowerBound < lines.upperBound
        }
    }

    // MARK: Edits

    /// The lines of a member, with the access that its extension gives it.
    private static func text(
        of list: Range<Int>, in lines: Range<Int>, of type: SwiftDeclarations.TypeDeclaration,
        _ file: PortedProject.File
    ) -> String {
        let (source, declarations) = (file.source, file.declarations)
        guard let access = (type.start..<type.keyword).first(where: declarations.isAccessModifier),
            !list.contains(where: declarations.isAccessModifier),
            let first = list.first(where: { SwiftDeclarations.modifiers.contains(source.text($0)) })
        else { return source.text(lines) }
        let place = source.tokens[first].range.lowerBound
        return source.text(lines.lowerBound..<place) + source.text(access) + " "
            + source.text(place..<lines.upperBound)
    }

    /// The insertion of the imports of a file that another one lacks.
    private static func missingImports(from file: Int, to target: Int, of project: PortedProject) -> [SourceEdit] {
        guard file != target else { return [] }
        let (source, targetSource) = (project.files[file].source, project.files[target].source)
        let known = Import.all(in: project.files[target]).filter {
            targetSource.branches[$0.tokens.lowerBound] == 0
        }
        let missing = Import.all(in: project.files[file]).filter { found in
            source.branches[found.tokens.lowerBound] == 0 && !["Foundation", "Swift"].contains(found.module)
                && !known.contains { $0.module == found.module }
        }
        guard !missing.isEmpty else { return [] }
        let lines = missing.map { found in
            source.text(
                source.tokens[found.tokens.lowerBound].range
                    .lowerBound..<source.tokens[found.tokens.upperBound - 1].range.upperBound)
        }
        return [Import.insertion(of: lines, into: target, of: project)]
    }

    /// The lines of a member with the empty lines before it, or those after it if it is the first one.
    private static func removal(
        of lines: Range<Int>, in type: SwiftDeclarations.TypeDeclaration, of file: PortedProject.File
    ) -> Range<Int> {
        let source = file.source
        let line = source.line(at: lines.lowerBound)
        let braceLine = source.line(at: source.tokens[type.open].range.lowerBound)
        var end = source.line(at: max(lines.lowerBound, lines.upperBound - 1)) + 1
        let start = startOfEmptyLines(before: line, source)
        if source.line(at: max(start, 1) - 1) == braceLine {
            while end < source.lineCount - 1, isEmpty(end, source) { end += 1 }
        }
        return start..<source.start(ofLine: end)
    }

    private static func insertion(
        of text: String, in extended: SwiftDeclarations.TypeDeclaration, of source: SwiftSource,
        into target: PortedProject.ClassPlace, _ project: PortedProject
    ) -> SourceEdit {
        let targetSource = project.files[target.file].source
        let type = project.files[target.file].declarations.types[target.type]
        let lineBreak = targetSource.lineBreak
        let brace = targetSource.tokens[type.close].range.lowerBound
        // Empty lines before the brace stay there.
        let place = startOfEmptyLines(before: targetSource.line(at: brace), targetSource)
        let indentation = text.prefix { $0 == " " || $0 == "\t" }
        let outer = source.indentation(at: source.tokens[extended.keyword].range.lowerBound)
        let wanted =
            targetSource.indentation(at: targetSource.tokens[type.keyword].range.lowerBound)
            + (indentation.hasPrefix(outer) ? indentation.dropFirst(outer.count) : indentation)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.hasSuffix("\r") ? $0.dropLast() : $0 }
            .map { line in
                line.hasPrefix(indentation) ? wanted + line.dropFirst(indentation.count) : String(line)
            }
        let isEmpty = type.close == type.open + 1
        if isEmpty, !targetSource.isFirstOnLine(brace) {
            let start = targetSource.tokens[type.open].range.upperBound
            return SourceEdit(
                file: target.file, range: start..<start,
                text: lineBreak + lines.joined(separator: lineBreak) + lineBreak + targetSource.indentation(at: brace))
        }
        return SourceEdit(
            file: target.file, range: place..<place,
            text: (isEmpty ? "" : lineBreak) + lines.joined(separator: lineBreak) + lineBreak)
    }

    // MARK: Access

    /// A name in a member that only its file knows; nil if there is none.
    private static func hiddenName(in member: ClosedRange<Int>, of file: PortedProject.File) -> String? {
        let (source, declarations) = (file.source, file.declarations)
        var hidden: Set<String> = []
        for index in source.tokens.indices where source.isWord(index, "private") || source.isWord(index, "fileprivate")
        {
            guard !(source.touchesNext(index) && source.isMark(index + 1, "(")) else { continue }
            let keyword = declarations.list(around: index).upperBound
            if let name = source.name(keyword + 1) { hidden.insert(name) }
            if let type = declarations.types.firstIndex(where: { $0.keyword == keyword && $0.kind == "extension" }) {
                for word in declarations.types[type].open..<declarations.types[type].close
                where declarations.places[word] == .type(type) {
                    if SwiftDeclarations.memberKeywords.contains(source.text(word)), let name = source.name(word + 1) {
                        hidden.insert(name)
                    }
                }
            }
        }
        return member.lazy.compactMap(source.name).first(where: hidden.contains)
    }
}
