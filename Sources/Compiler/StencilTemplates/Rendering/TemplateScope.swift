/// The variables during rendering. Variables of inner blocks hide those of outer blocks.
///
/// All variables are in one list, where each block starts at the end of the outer block. Blocks have one or two
/// variables, and nearly all names are fields of the context, which are created only if requested.
final class TemplateScope {
    /// Far more than templates need, and far below the limit of the stack.
    private static let maximumDepth = 60

    /// The library that contains included templates.
    let library: TemplateLibrary
    /// The blocks of templates that extend other templates.
    var replacements: BlockReplacements?
    private let root: TemplateObject
    private let parameters: RenderedValue?
    private var variables: [(name: String, value: RenderedValue?)] = []
    /// The start of the innermost block's variables.
    private var blockStart = 0
    /// The rendered text of blocks, by name.
    private var blockTexts: [String: RenderedValue] = [:]
    private var depth = 0

    /// - Parameters:
    ///   - root: The context that the template receives.
    ///   - parameters: The value of `param`.
    init(_ root: TemplateObject, parameters: RenderedValue?, library: TemplateLibrary) {
        self.root = root
        self.library = library
        self.parameters = parameters
    }

    /// Returns the value of a variable; nil if there is none.
    subscript(name: String) -> RenderedValue? {
        if let index = variables.lastIndex(where: { $0.name == name }) { return variables[index].value }
        if name == "param" { return parameters }
        if let value = root.member(name) { return value }
        return name == "block" && !blockTexts.isEmpty ? .group(blockTexts) : nil
    }

    /// The innermost current loop.
    var loop: TemplateLoop? {
        guard case .object(let object) = self["forloop"] else { return nil }
        return object as? TemplateLoop
    }

    /// Sets a variable of the innermost block. A missing value also hides the variable of outer blocks.
    func set(_ name: String, to value: RenderedValue?) {
        for index in variables.indices[blockStart...] where variables[index].name == name {
            variables[index].value = value
            return
        }
        variables.append((name, value))
    }

    /// Runs a closure in a new block, and removes the block with its variables.
    func block<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outerStart = blockStart
        blockStart = variables.count
        defer {
            variables.removeLast(variables.count - blockStart)
            blockStart = outerStart
        }
        return try body()
    }

    /// Runs a closure in a new block with variables.
    func block<Result>(with values: [String: RenderedValue], _ body: () throws -> Result) rethrows -> Result {
        try block {
            for (name, value) in values { variables.append((name, value)) }
            return try body()
        }
    }

    /// Renders a template or macro inside another, with a limit for infinite recursion.
    func nesting(_ place: TemplatePlace, _ render: () throws -> Void) throws {
        guard depth < Self.maximumDepth else {
            throw TemplateFailure.failure("templates are nested too deeply here", in: place.source, at: place.index)
        }
        depth += 1
        defer { depth -= 1 }
        try render()
    }

    /// Sets `block.name` to the rendered text of a block.
    func keep(_ text: String, ofBlock name: String) { blockTexts[name] = .text(text) }
}
