public import StencilTemplates

/// Values that a user passes to templates, by name.
///
/// ```swift
/// let parameters = try TemplateParameters(arguments: ["year=2027", "author=Ann", "author=Ben"])
/// let options = GenerationOptions(parameters: parameters)  // A template has them as param.year and param.author.
/// ```
public struct TemplateParameters: Sendable, Hashable {
    /// One value.
    public indirect enum Value: Sendable, Hashable {
        /// Text from a command line.
        case text(String)
        /// A name without a value: true.
        case flag
        /// The values of a name that is specified several times.
        case list([Value])
        /// The values of names with dots.
        case group([String: Value])
    }

    /// An error that occurs if an argument is not valid.
    public struct ArgumentError: Error, Sendable, Hashable, CustomStringConvertible {
        public var description: String
    }

    /// The values by the first part of their names. The parts after a dot are in a group.
    public private(set) var values: [String: Value] = [:]

    /// Creates parameters from strings by name.
    public init(_ texts: [String: String] = [:]) { values = texts.mapValues(Value.text) }

    /// Creates parameters from values by name.
    public init(values: [String: Value]) { self.values = values }

    /// - Parameter arguments: `name=value` for a value, `name` for a flag, a name several times for a list, and
    ///   `group.name=value` for a group.
    /// - Throws: ``ArgumentError`` for the first argument that is none of these, or conflicts with one before it.
    public init(arguments: [String]) throws(ArgumentError) {
        for argument in arguments { try add(argument) }
    }

    /// Adds one argument.
    ///
    /// - Throws: ``ArgumentError`` if it is not a parameter, or conflicts with another one.
    public mutating func add(_ argument: String) throws(ArgumentError) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let names = parts[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        let isValid = names.allSatisfy { name in
            !name.isEmpty && name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        }
        guard isValid, names.count < 20 else {
            throw ArgumentError(description: "'\(argument)' is not a parameter; write name=value")
        }
        let value = parts.count > 1 ? Value.text(parts[1]) : .flag
        guard Self.add(value, to: &values, names[...]) else {
            throw ArgumentError(description: "'\(argument)' conflicts with another parameter of that name")
        }
    }

    /// Returns the parameters with those of another set, which take precedence.
    public func merging(_ other: TemplateParameters) -> TemplateParameters {
        var result = self
        result.values.merge(other.values) { $1 }
        return result
    }

    private static func add(_ value: Value, to values: inout [String: Value], _ names: ArraySlice<String>) -> Bool {
        guard let name = names.first else { return false }
        if names.count > 1 {
            var group: [String: Value] = [:]
            switch values[name] {
            case nil: break
            case .group(let present): group = present
            default: return false
            }
            guard add(value, to: &group, names.dropFirst()) else { return false }
            values[name] = .group(group)
            return true
        }
        switch values[name] {
        case nil: values[name] = value
        case .text(let text): values[name] = .list([.text(text), value])
        case .list(let list): values[name] = .list(list + [value])
        default: return false
        }
        return true
    }
}

extension TemplateParameters: ExpressibleByDictionaryLiteral {
    public init(dictionaryLiteral elements: (String, Value)...) {
        values = Dictionary(elements, uniquingKeysWith: { $1 })
    }
}

extension TemplateParameters.Value: ExpressibleByStringLiteral {
    public init(stringLiteral text: String) { self = .text(text) }
}

extension TemplateParameters: TemplateValue {
    @usableFromInline
    package static var templateType: TemplateType { .table(.any) }

    @usableFromInline
    package var rendered: RenderedValue? { .object(TemplateTable(values)) }
}

extension TemplateParameters.Value: TemplateValue {
    @usableFromInline
    package static var templateType: TemplateType { .any }

    @usableFromInline
    package var rendered: RenderedValue? {
        switch self {
        case .text(let text): .text(text)
        case .flag: .flag(true)
        case .list(let list): list.rendered
        case .group(let group): group.rendered
        }
    }
}
