package import ModelCodegen

/// An option of the generator, for code that treats all options alike: settings that complete each other, and the
/// fingerprint of a run.
package struct GenerationOption: Sendable {
    /// A property of the options.
    typealias Place<Value> = any WritableKeyPath<GenerationOptions, Value> & Sendable

    /// The property of the option.
    let place: any PartialKeyPath<GenerationOptions> & Sendable
    /// Copies the value to other options.
    let copy: @Sendable (_ source: GenerationOptions, _ options: inout GenerationOptions) -> Void
    /// Adds the parts of the value that the value of other options lacks: those with names of their own.
    let merge: @Sendable (_ source: GenerationOptions, _ options: inout GenerationOptions) -> Void
    /// The value in a form that tells all values apart.
    package let value: @Sendable (GenerationOptions) -> TemplateParameters.Value

    /// Every option, in the order of the documentation, and the environment, which has no key.
    package static let all: [GenerationOption] =
        GenerationKey.all.compactMap(\.option) + [environment]

    private static let environment = GenerationOption(\.environment) { (texts: [String: String]) in
        .group(texts.mapValues { .text($0) })
    }

    /// - Parameters:
    ///   - merge: Returns a value with the parts of another that have other names. By default, a value has no such
    ///     parts.
    ///   - value: Returns the value as one of a template.
    init<Value>(
        _ place: Place<Value>, merge: @escaping @Sendable (Value, _ other: Value) -> Value = { value, _ in value },
        value: @escaping @Sendable (Value) -> TemplateParameters.Value
    ) {
        self.place = place
        copy = { source, options in options[keyPath: place] = source[keyPath: place] }
        self.merge = { source, options in
            options[keyPath: place] = merge(options[keyPath: place], source[keyPath: place])
        }
        self.value = { options in value(options[keyPath: place]) }
    }
}
