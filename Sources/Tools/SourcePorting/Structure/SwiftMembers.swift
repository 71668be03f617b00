import SwiftNames

/// The declarations of a file, and those directly in its types, in their order.
struct SwiftMembers: Sendable {
    /// A declaration.
    struct Member: Sendable, Hashable {
        /// The index of the first attribute or modifier, or of the keyword.
        var start: Int
        var keyword: Int
        /// The index of the last token.
        var end: Int
        /// The index of the brace that begins its body; nil if it has none.
        var body: Int?
        /// The index of an equals sign before its body; nil if it has none.
        var assignment: Int?
    }

    private(set) var members: [Member] = []

    init(_ file: PortedProject.File) {
        let (source, declarations) = (file.source, file.declarations)
        let types = Dictionary(declarations.types.map { ($0.keyword, $0) }, uniquingKeysWith: { first, _ in first })
        var next = 0
        for index in source.tokens.indices where index >= next {
            guard source.tokens[index].kind == .identifier, declarations.places[index] != .code else { continue }
            if let type = types[index] {
                members.append(
                    Member(start: type.start, keyword: index, end: type.close, body: type.open, assignment: nil))
                next = type.open + 1
            } else if SwiftDeclarations.memberKeywords.contains(source.text(index)), !source.isMark(index - 1, ".") {
                let end = declarations.end(ofDeclarationAt: index)
                var member = Member(start: declarations.list(around: index).lowerBound, keyword: index, end: end)
                var part = index
                while part <= end {
                    if source.isMark(part, "{") {
                        member.body = part
                        break
                    }
                    if source.isMark(part, "="), member.assignment == nil { member.assignment = part }
                    part = max(part, source.partners[part] ?? part) + 1
                }
                members.append(member)
                next = end + 1
            }
        }
    }

    /// The innermost declaration that contains a token; nil if none does.
    func member(around index: Int) -> Member? {
        // Members begin in the order of the list, so the last one that contains the token is the innermost.
        var (low, high) = (0, members.count)
        while low < high {
            let middle = (low + high) / 2
            if members[middle].start <= index { low = middle + 1 } else { high = middle }
        }
        // The types around it are not far.
        return members[..<low].suffix(Self.maximumDistance).last { $0.end >= index }
    }

    private static let maximumDistance = 2000
}
