public import ModelCodegen

/// The settings for generated code from flags or a `generate:` section. A setting that they leave out is nil.
///
/// Every option of the generator is a setting with the same name, such as ``GenerationOptions/style``.
///
/// ```swift
/// var flags = GenerationSettings()
/// flags.style = .coreData
/// let options = flags.completed(by: configured).options  // Flags count more than the file.
/// ```
@dynamicMemberLookup
public struct GenerationSettings: Sendable, Hashable {
    /// The values of the options that are set, and defaults.
    private var values = GenerationOptions()
    /// The options that are set, as positions in the table.
    private var setOptions: Set<Int> = []
    /// The absolute path of the folder with the user's templates.
    public var templatesPath: String?
    /// The absolute path of the output folder.
    public var outputPath: String?
    /// The absolute path of the folder for files that are written once for people to edit.
    public var customCodePath: String?
    /// The absolute path of the folder for the generated test of code for SwiftData.
    public var testsPath: String?
    /// The environment of the process, which templates for SwiftGen read.
    public var environment: [String: String] = [:]

    private static let defaults = GenerationOptions()

    /// Creates empty settings.
    public init() {}

    /// The value of an option; nil if these settings leave it out.
    public subscript<Value>(dynamicMember place: WritableKeyPath<GenerationOptions, Value>) -> Value? {
        get { isSet(place) ? values[keyPath: place] : nil }
        set {
            mark(place, isSet: newValue != nil)
            values[keyPath: place] = newValue ?? Self.defaults[keyPath: place]
        }
    }

    /// The value of an option without a default; nil if these settings leave it out.
    public subscript<Value>(dynamicMember place: WritableKeyPath<GenerationOptions, Value?>) -> Value? {
        get { isSet(place) ? values[keyPath: place] : nil }
        set {
            mark(place, isSet: newValue != nil)
            values[keyPath: place] = newValue
        }
    }

    /// Returns these settings, completed by other settings where these are nil. Named values are merged by name.
    public func completed(by other: GenerationSettings) -> GenerationSettings {
        var result = self
        for index in other.setOptions {
            let option = GenerationOption.all[index]
            if result.setOptions.insert(index).inserted {
                option.copy(other.values, &result.values)
            } else {
                option.merge(other.values, &result.values)
            }
        }
        result.templatesPath = templatesPath ?? other.templatesPath
        result.outputPath = outputPath ?? other.outputPath
        result.customCodePath = customCodePath ?? other.customCodePath
        result.testsPath = testsPath ?? other.testsPath
        if environment.isEmpty { result.environment = other.environment }
        return result
    }

    /// The options of the generator, with defaults for missing settings.
    public var options: GenerationOptions {
        // The defaults of some options depend on the style.
        var options = GenerationOptions(style: values.style)
        for index in setOptions { GenerationOption.all[index].copy(values, &options) }
        if options.templateContext == .swiftGen { options.environment = environment }
        return options
    }

    private func isSet(_ place: PartialKeyPath<GenerationOptions>) -> Bool {
        // Creating the table takes longer than all else in runs that set nothing.
        !setOptions.isEmpty && Self.index(of: place).map(setOptions.contains) ?? false
    }

    private mutating func mark(_ place: PartialKeyPath<GenerationOptions>, isSet: Bool) {
        guard let index = Self.index(of: place) else { return }
        if isSet { setOptions.insert(index) } else { setOptions.remove(index) }
    }

    private static func index(of place: PartialKeyPath<GenerationOptions>) -> Int? {
        GenerationOption.all.firstIndex { $0.place == place }
    }
}
