import SwiftNames

/// The declarations at the top of files that a compiler reads only if a module of Apple's platforms exists.
struct ConditionalDeclarations {
    /// By name. A name that is also declared elsewhere is not missing anywhere.
    private(set) var names: [String: PortedProject.ConditionalName] = [:]

    /// - Parameter parts: For each file, what goes into conditions, with the module, in addition to what is in one.
    init(_ files: [PortedProject.File], parts: [[(tokens: ClosedRange<Int>, module: String)]] = []) {
        var others: Set<String> = []
        for (number, file) in files.enumerated() where file.source.problem == nil {
            let source = file.source
            let modules = Self.modules(in: source)
            // In their order, and without overlaps.
            var own = (number < parts.count ? parts[number] : []).sorted {
                $0.tokens.lowerBound < $1.tokens.lowerBound
            }[...]
            for index in source.tokens.indices {
                while let first = own.first, first.tokens.upperBound < index { own.removeFirst() }
                guard let (name, isType) = Self.declaration(at: index, in: file) else { continue }
                let part = own.first.flatMap { $0.tokens.contains(index) ? $0.module : nil }
                guard file.declarations.places[index] == .file else {
                    // A nested declaration can be what a use of the name means.
                    if part == nil, source.isActive[index] { others.insert(name) }
                    continue
                }
                // A name in a condition for something else, such as os(iOS), needs that condition, so people decide.
                if let module = part ?? (source.isActive[index] ? nil : modules[index]) {
                    names[name] = PortedProject.ConditionalName(module: module, isType: isType)
                } else if source.isActive[index] {
                    others.insert(name)
                }
            }
        }
        for name in others { names[name] = nil }
    }

    /// The name of the type or the function that a token declares.
    private static func declaration(at index: Int, in file: PortedProject.File) -> (name: String, isType: Bool)? {
        let source = file.source
        guard source.tokens[index].kind == .identifier, !source.isInDirective[index], !source.isMark(index - 1, ".")
        else { return nil }
        switch source.text(index) {
        case "class", "struct", "enum", "protocol", "actor", "typealias":
            return source.name(index + 1).map { ($0, true) }
        case "func": return source.name(index + 1).map { ($0, false) }
        default: return nil
        }
    }

    /// For each token, the innermost module of Apple's platforms that `#if canImport(…)` or `#elseif` asks for.
    private static func modules(in source: SwiftSource) -> [String?] {
        var result: [String?] = Array(repeating: nil, count: source.tokens.count)
        var open: [String?] = []
        for index in source.tokens.indices {
            if source.tokens[index].kind == .directive {
                switch source.text(index) {
                case "#if": open.append(module(ofConditionAt: index, in: source) ?? open.last ?? nil)
                case "#elseif":
                    guard !open.isEmpty else { break }
                    open.removeLast()
                    open.append(module(ofConditionAt: index, in: source) ?? open.last ?? nil)
                case "#else":
                    guard !open.isEmpty else { break }
                    open.removeLast()
                    open.append(open.last ?? nil)
                case "#endif": _ = open.popLast()
                default: break
                }
            }
            result[index] = open.last ?? nil
        }
        return result
    }

    private static func module(ofConditionAt index: Int, in source: SwiftSource) -> String? {
        var place = index + 1
        while place < source.tokens.count, source.isInDirective[place], source.tokens[place].kind != .directive {
            if source.isWord(place, "canImport"), source.isMark(place + 1, "("), let name = source.name(place + 2),
                AppleModule.isMissing(name)
            {
                return name
            }
            place += 1
        }
        return nil
    }
}
