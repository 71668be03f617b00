/// A filter that templates can use: `{{ value|name:argument }}`.
@usableFromInline
package struct TemplateFilter: Sendable {
    /// The input of a filter.
    @usableFromInline
    package struct Input {
        /// The value before the filter; nil if there is none.
        package var value: RenderedValue?
        /// The values after the colon, in order.
        package var arguments: [RenderedValue?]
        /// The filters that the template can use.
        var filters: TemplateFilters
    }

    /// An example: a template with its result.
    @usableFromInline
    package struct Example: Sendable {
        /// The template.
        package var template: String
        /// The rendered text.
        package var result: String

        /// Creates an example.
        package init(template: String, result: String) {
            self.template = template
            self.result = result
        }
    }

    /// The name in templates.
    package let name: String
    /// The names of the arguments. Those in brackets are optional.
    package let parameters: [String]
    /// One sentence that says what it does.
    package let summary: String
    /// The examples of the documentation, which are also tests.
    package let examples: [Example]
    let result: TemplateType
    let body: @Sendable (Input) throws -> RenderedValue?

    /// Creates a filter whose results have several types, or a type that depends on the value.
    @usableFromInline
    package init(
        _ name: String, _ parameters: [String], _ summary: String, examples: [Example] = [],
        result: TemplateType, _ body: @escaping @Sendable (Input) throws -> RenderedValue?
    ) {
        self.name = name
        self.parameters = parameters
        self.summary = summary
        self.examples = examples
        self.result = result
        self.body = body
    }

    /// Creates a filter whose results have one type.
    @inlinable
    package init<Result: TemplateValue>(
        _ name: String, _ parameters: [String], _ summary: String, examples: [Example] = [],
        _ body: @escaping @Sendable (Input) throws -> Result
    ) {
        self.init(name, parameters, summary, examples: examples, result: Result.templateType) { try body($0).rendered }
    }

    /// Filters a value.
    ///
    /// - Throws: ``FilterError`` if the value or an argument has the wrong type.
    func apply(
        _ value: RenderedValue?, _ arguments: [RenderedValue?], among filters: TemplateFilters
    ) throws -> RenderedValue? {
        guard argumentCounts.contains(arguments.count) else { throw FilterError(argumentMessage(arguments.count)) }
        do {
            return try body(Input(value: value, arguments: arguments, filters: filters))
        } catch let error as FilterError {
            throw FilterError("filter '\(name)' \(error.description)")
        }
    }

    /// The number of arguments that it accepts.
    var argumentCounts: ClosedRange<Int> { parameters.count { !$0.hasPrefix("[") }...parameters.count }

    /// The message for a wrong number of arguments.
    func argumentMessage(_ count: Int) -> String { "filter '\(name)' takes \(argumentCountText), not \(count)" }

    private var argumentCountText: String {
        let counts = argumentCounts
        if counts.upperBound == 0 { return "no arguments" }
        let number = counts.count == 1 ? "\(counts.lowerBound)" : "\(counts.lowerBound) to \(counts.upperBound)"
        return "\(number) argument\(counts.upperBound == 1 ? "" : "s")"
    }
}

/// An error of a filter, as a clause.
struct FilterError: Error, CustomStringConvertible {
    var description: String

    init(_ description: String) { self.description = description }
}
