import SwiftNames

/// Frameworks that only Apple's platforms have. Their imports move into `#if canImport(…)`, with the declarations and
/// statements that use them, if these are whole.
enum AppleFrameworkRule: PortingRule {
    static func constructs(in file: Int, of project: PortedProject) -> [PortedConstruct] {
        importConstructs(in: file, of: project) + submoduleConstructs(in: file, of: project)
            + AppleFrameworkUses(file, project).findings.constructs
    }

    /// Adds the names that are missing on Linux after the rule's own edits, so that what uses them follows at once.
    static func addConditionalNames(to project: inout PortedProject) {
        // Each round adds names, or is the last one. The limit bounds the time for sources that are made to need many.
        for _ in 0..<maximumRoundCount {
            let parts = project.files.indices.map { file in
                project.files[file].source.problem == nil ? AppleFrameworkUses(file, project).findings.parts : []
            }
            let names = ConditionalDeclarations(project.files, parts: parts).names
            guard names != project.conditionalNames else { return }
            project.conditionalNames = names
        }
    }

    private static let maximumRoundCount = 32

    /// `import CoreData.NSFetchRequest`: only modules with a module map have submodules.
    /// The whole module has the same names.
    private static func submoduleConstructs(in file: Int, of project: PortedProject) -> [PortedConstruct] {
        let source = project.files[file].source
        return Import.all(in: project.files[file]).compactMap { found in
            let last = found.tokens.upperBound - 1
            guard source.isActive[found.tokens.lowerBound], ["CoreData", "Foundation"].contains(found.module),
                source.isMark(last - 1, "."), source.name(last - 2) == found.module, source.isWord(last - 3, "import")
            else { return nil }
            let range = source.tokens[last - 1].range.lowerBound..<source.tokens[last].range.upperBound
            return PortedConstruct(
                .appleFramework, at: source.tokens[found.tokens.lowerBound].range.lowerBound, in: source,
                "\(found.module) has submodules only on Apple's platforms", hint: "write import \(found.module)",
                edits: [SourceEdit(file: file, range: range, text: "")])
        }
    }

    private static func importConstructs(in file: Int, of project: PortedProject) -> [PortedConstruct] {
        let source = project.files[file].source
        let imports = Import.all(in: project.files[file]).filter { source.isActive[$0.tokens.lowerBound] }
        // The first one brings Foundation, if no other import does.
        var needsFoundation = !imports.contains { ["Foundation", "CoreData", "XCTest"].contains($0.module) }
        return imports.filter { AppleModule.isMissing($0.module) }.map { found in
            let offset = source.tokens[found.tokens.lowerBound].range.lowerBound
            let message = "'\(found.module)' exists only on Apple's platforms"
            let condition = "#if canImport(\(found.module))"
            guard let lines = found.wholeLine(of: source) else {
                return PortedConstruct(
                    .appleFramework, at: offset, in: source, message, hint: "put the import in \(condition)")
            }
            let lineBreak = source.lineBreak
            let other = needsFoundation ? "\(lineBreak)#else\(lineBreak)import Foundation" : ""
            needsFoundation = false
            return PortedConstruct(
                .appleFramework, at: offset, in: source, message, hint: "put the import in \(condition)",
                edits: [
                    SourceEdit(file: file, range: lines.lowerBound..<lines.lowerBound, text: condition + lineBreak),
                    SourceEdit(
                        file: file, range: lines.upperBound..<lines.upperBound, text: "\(other)\(lineBreak)#endif"),
                ])
        }
    }
}

/// An import.
struct Import: Sendable, Hashable {
    var module: String
    /// The indices of its tokens, with its attributes.
    var tokens: Range<Int>

    /// The imports of a file, also those that a compiler on Linux doesn't read.
    static func all(in file: PortedProject.File) -> [Import] {
        let source = file.source
        return source.tokens.indices.compactMap { index in
            guard source.isWord(index, "import"), !source.isInDirective[index],
                file.declarations.places[index] == .file, var name = source.name(index + 1)
            else { return nil }
            var end = index + 2
            // `import struct Module.Name`
            if ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"].contains(name),
                let module = source.name(index + 2), !source.isWord(index + 2, "import")
            {
                name = module
                end = index + 3
            }
            while source.isMark(end, "."), source.name(end + 1) != nil { end += 2 }
            return Import(module: name, tokens: file.declarations.list(around: index).lowerBound..<end)
        }
    }

    /// Adds imports before the last one of a file, or at its beginning.
    static func insertion(of lines: [String], into file: Int, of project: PortedProject) -> SourceEdit {
        let source = project.files[file].source
        let last = all(in: project.files[file]).last {
            source.branches[$0.tokens.lowerBound] == 0
                && source.isFirstOnLine(source.tokens[$0.tokens.lowerBound].range.lowerBound)
        }
        if let last {
            let place = source.start(ofLine: source.line(at: source.tokens[last.tokens.lowerBound].range.lowerBound))
            let start = place == 0 && source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : place
            return SourceEdit(
                file: file, range: start..<start, text: lines.map { $0 + source.lineBreak }.joined())
        }
        // The first line of a script belongs to the system.
        let isScript = source.bytes.starts(with: Array("#!".utf8))
        let start = isScript ? source.start(ofLine: 1) : source.bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        return SourceEdit(
            file: file, range: start..<start, text: (lines + ["", ""]).joined(separator: source.lineBreak))
    }

    /// The access modifier of a file's last import, with a space; empty if it has none.
    /// Imports with and without one are ambiguous.
    static func access(in file: PortedProject.File) -> String {
        guard let last = all(in: file).last,
            let modifier = last.tokens.first(where: file.declarations.isAccessModifier)
        else { return "" }
        return file.source.text(modifier) + " "
    }

    /// The bytes of the import's line, without its line break; nil if something else is on it.
    func wholeLine(of source: SwiftSource) -> Range<Int>? {
        let start = source.tokens[tokens.lowerBound].range.lowerBound
        let line = source.line(at: start)
        let contents = source.contents(ofLine: line)
        guard source.isFirstOnLine(start), source.tokens[tokens.upperBound - 1].range.upperBound <= contents.upperBound
        else { return nil }
        if tokens.upperBound < source.tokens.count,
            source.tokens[tokens.upperBound].range.lowerBound < contents.upperBound
        {
            return nil
        }
        return start..<contents.upperBound
    }
}
