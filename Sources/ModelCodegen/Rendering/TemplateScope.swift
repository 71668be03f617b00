/// The variables of one rendering: those of inner blocks hide those of outer ones.
///
/// They lie in one list, in which a block begins where the last one ended: blocks hold one or two variables, and nearly
/// all names are the fields of what the template receives, which are only made when they are asked for.
final class TemplateScope {
    /// Far more than templates need, and far from the end of the stack.
    private static let maximumDepth = 60

    /// What templates are named in.
    let library: TemplateLibrary
    /// The blocks of the templates that extend others.
    var replacements: BlockReplacements?
    private let root: TemplateObject
    private let parameters: RenderedValue?
    private var variables: [(name: String, value: RenderedValue?)] = []
    /// Where the variables of the innermost block begin.
    private var blockStart = 0
    /// What has been rendered for blocks, by their names.
    private var blockTexts: [String: RenderedValue] = [:]
    private var depth = 0

    /// - Parameters:
    ///   - root: What the template receives.
    ///   - parameters: What the name `param` stands for.
    init(_ root: TemplateObject, parameters: TemplateParameters, library: TemplateLibrary) {
        self.root = root
        self.library = library
        self.parameters = parameters.rendered
    }

    /// The value of a variable; nil for nothing.
    subscript(name: String) -> RenderedValue? {
        if let index = variables.lastIndex(where: { $0.name == name }) { return variables[index].value }
        if name == "param" { return parameters }
        if let value = root.member(name) { return value }
        return name == "block" && !blockTexts.isEmpty ? .group(blockTexts) : nil
    }

    /// The innermost loop that is running.
    var loop: TemplateLoop? {
        guard case .object(let object) = self["forloop"] else { return nil }
        return object as? TemplateLoop
    }

    /// Sets a variable of the innermost block. Nothing hides what outer blocks have under the name, too.
    func set(_ name: String, to value: RenderedValue?) {
        for index in variables.indices[blockStart...] where variables[index].name == name {
            variables[index].value = value
            return
        }
        variables.append((name, value))
    }

    /// Does something in a block of its own, which is left with its variables.
    func block<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outerStart = blockStart
        blockStart = variables.count
        defer {
            variables.removeLast(variables.count - blockStart)
            blockStart = outerStart
        }
        return try body()
    }

    /// Does something in a block with some variables.
    func block<Result>(with values: [String: RenderedValue], _ body: () throws -> Result) rethrows -> Result {
        try block {
            for (name, value) in values { variables.append((name, value)) }
            return try body()
        }
    }

    /// Renders a template or macro inside another, unless that has no end.
    func nesting(_ place: TemplatePlace, _ render: () throws -> Void) throws {
        guard depth < Self.maximumDepth else {
            throw TemplateFailure.failure("templates are nested too deeply here", in: place.source, at: place.index)
        }
        depth += 1
        defer { depth -= 1 }
        try render()
    }

    /// Has `block.name` stand for what has been rendered for a block.
    func keep(_ text: String, ofBlock name: String) {
        blockTexts[name] = .text(text)
    }
}
