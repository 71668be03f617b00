/// The variables during rendering. Variables of inner blocks hide those of outer blocks.
///
/// All variables are in one list, where each block starts at the end of the outer block. Blocks have one or two
/// variables, and nearly all names are fields of the context, which are created only if requested.
final class TemplateScope {
    /// Far more than templates need, and far below the limit of the stack.
    private static let maximumDepth = 60
    /// More than rendering the largest models takes. Nested loops and macros that call themselves could take forever.
    static let maximumStepCount = 100_000_000
    /// The number of bytes of text that count as a step, so text that doubles itself cannot fill the memory.
    private static let bytesPerStep = 4
    /// The number of elements of a list, or of variables, that count as a step if they are only passed over.
    private static let elementsPerStep = 16

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
    /// The number of tags and templates that contain the current node.
    private var bodyDepth = 0
    private var stepCount = 0
    private let maximumStepCount: Int

    /// - Parameters:
    ///   - root: The context that the template receives.
    ///   - parameters: The value of `param`.
    ///   - maximumStepCount: The number of steps after which rendering fails.
    init(
        _ root: TemplateObject, parameters: RenderedValue?, library: TemplateLibrary,
        maximumStepCount: Int = TemplateScope.maximumStepCount
    ) {
        self.maximumStepCount = maximumStepCount
        self.root = root
        self.library = library
        self.parameters = parameters
    }

    /// Returns the value of a variable; nil if there is none.
    subscript(name: String) -> RenderedValue? {
        stepCount += variables.count / Self.elementsPerStep
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
        stepCount += (variables.count - blockStart) / Self.elementsPerStep
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
    func nesting(_ place: TemplatePosition, _ render: () throws -> Void) throws {
        guard depth < Self.maximumDepth else {
            throw TemplateError.renderingError(
                "templates are nested too deeply here", in: place.source, at: place.index)
        }
        depth += 1
        defer { depth -= 1 }
        try render()
    }

    /// Enters the contents of a tag or a template.
    func enter(_ body: TemplateBody) throws {
        guard bodyDepth <= TemplateTags.maximumDepth else {
            throw RenderingError(
                "more than \(TemplateTags.maximumDepth) tags and templates are inside each other here; put fewer tags "
                    + "inside each other")
        }
        try spend(1 + body.nodes.count)
        bodyDepth += 1
    }

    /// Leaves the contents.
    func leave() { bodyDepth -= 1 }

    /// Adds a part of the output to the rendered text.
    func write(_ part: String, into text: inout String) throws {
        try spend(part.utf8.count / Self.bytesPerStep)
        text += part
    }

    /// Counts the work of listing elements, such as those of a loop, which can end at the first one.
    func spend(onListing count: Int) throws { try spend(count / Self.elementsPerStep) }

    /// Counts the work of visiting the parts of a value.
    func spend(on value: RenderedValue?) throws {
        switch value {
        case .list(let list): try spend(list.count)
        case .group(let group): try spend(group.count)
        case .text(let text): try spend(text.utf8.count / Self.bytesPerStep)
        default: break
        }
    }

    /// Counts steps.
    func spend(_ count: Int) throws {
        stepCount += count
        guard stepCount <= maximumStepCount else {
            throw RenderingError(
                "rendering takes more than \(maximumStepCount) steps; use smaller ranges, or fewer loops inside "
                    + "each other")
        }
    }

    /// Sets `block.name` to the rendered text of a block.
    func keep(_ text: String, ofBlock name: String) { blockTexts[name] = .text(text) }
}
