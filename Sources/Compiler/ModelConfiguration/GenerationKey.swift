import ModelCodegen

/// A key of a `generate:` section: its description, the option that it sets, and a function that reads its value.
///
/// The settings, the reader of `modelgen.yml`, its JSON Schema, its page, the texts of flags, and the fingerprints of
/// runs all use this table.
package struct GenerationKey: Sendable {
    private typealias Option<Value> = GenerationOption.Place<Value>
    private typealias Folder = any WritableKeyPath<GenerationSettings, String?> & Sendable

    let description: KeyDescription
    /// The option; nil for a folder.
    let option: GenerationOption?
    /// One sentence that describes the flag.
    private let flagSummary: String
    let read: @Sendable (YAMLNode, inout ConfigurationReading, inout GenerationSettings) -> Void

    /// The sentences that describe the flags, by key. A command creates its flags several times for each run.
    package static let flagSummaries: [String: String] = Dictionary(
        all.map { ($0.description.name, $0.flagSummary) }, uniquingKeysWith: { first, _ in first })

    /// Every key, in the order of the documentation. Add a key here for a new option of the generator.
    static let all: [GenerationKey] = [
        folder("output", \.outputPath, "The folder for generated files.", example: "Sources/Generated"),
        folder(
            "custom-code", \.customCodePath, "The folder for files in which you add your own code, written once.",
            example: "Sources/Model"),
        folder(
            "tests", \.testsPath, "The folder for a test of the version hashes, in the style swiftdata.",
            example: "Tests/ShopTests"),
        choice("style", \.style, "The framework that the code is for."),
        choice("layout", \.fileLayout, "One file for each entity, or one for the whole model."),
        choice("access", \.accessLevel, "The access level of the generated declarations."),
        choice("subclassing", \.subclassing, "The code that can subclass generated classes."),
        choice(
            "optionals", \.optionality,
            "The accessors that are optionals: those of the model, or those that Xcode generates."),
        choice(
            "isolation", \.isolation,
            "The actor that isolates declarations of the styles coredata and swiftdata: none, or the default of the "
                + "module.",
            flag: "The actor that isolates declarations for Apple's frameworks: none, or the default of the module."),
        choice(
            "platforms", \.platforms,
            "The platforms for code of the styles coredata and swiftdata: those of Apple's framework, or all. On other "
                + "platforms, the style coredata uses the module CoreData of this package.",
            flag: "The platforms for code of the styles coredata and swiftdata: Apple's, or all."),
        text(
            "accessors-of", \.accessorsModule,
            "The module whose hand-written classes declare properties with @NSManaged. The code supplies their "
                + "accessors on platforms without Apple's framework.",
            flag: "The module that declares the @NSManaged members for code of the style coredata.",
            example: "Journal"),
        choice("naming", \.propertyNaming, "The form of property names."),
        choice("classes", \.classes, "The entities that get generated classes."),
        choice("versions", \.versions, "The versions that code of the style swiftdata declares."),
        text(
            "tested-module", \.testedModule, "The module that the test imports.",
            flag: "The module that the test of the style swiftdata imports.", example: "Shop"),
        list(
            "imports", \.imports, "Modules that every generated file imports.",
            flag: "A module that every file imports.",
            example: "[Foundation, Money]"),
        text("class-prefix", \.classPrefix, "The prefix of every class name.", example: "Shop"),
        text("class-suffix", \.classSuffix, "The suffix of every class name.", example: "Object"),
        text(
            "model-constant", \.modelConstant,
            "The name of the constant for the model, instead of the model's own name.",
            flag: "The name of the constant for the model.",
            example: "shopModel"),
        text(
            "header", \.headerText, "Text for the top of every file, such as a license.",
            flag: "Text for the top of every file.", example: "MIT License"),
        boolean(
            "snapshots", \.generatesSnapshots,
            "Whether to generate a Sendable, Codable struct of values for each entity."),
        map(
            "types", \.typeReplacements, "Swift types to use instead of classes from the model.",
            flag: "A Swift type to use instead of a class from the model.",
            example: "{UIColor: Tint}"),
        folder(
            "templates", \.templatesPath, "The folder with your own templates, which replace built-in ones.",
            example: "Templates"),
        choice(
            "context", \.templateContext, "The context that your own templates receive.",
            flag:
                "The contexts that the templates receive: those of modelgen, or those of SwiftGen, with one "
                + "output file for all models."),
        choice(
            "per", \.templateUnit,
            "Whether to render a template for SwiftGen once for all models, or for each entity."),
        parameters(
            "parameters", \.parameters, "Values for your own templates, by name.", example: "{company: Example}"),
    ]

    private static let defaults = GenerationOptions()
    private static let coreDataDefaults = GenerationOptions(style: .coreData)
    private static let swiftDataDefaults = GenerationOptions(style: .swiftData)
}

extension GenerationKey {
    private init(
        _ name: String, _ form: ValueForm, _ summary: String, flag: String?, standard: String? = nil, example: String,
        option: GenerationOption?,
        read: @escaping @Sendable (YAMLNode, inout ConfigurationReading, inout GenerationSettings) -> Void
    ) {
        description = KeyDescription(
            name: name, form: form, summary: summary, defaultText: standard, example: example)
        flagSummary = flag ?? summary
        self.option = option
        self.read = read
    }

    /// An option with known words. The default is that of the generator. If it depends on the style, the summary says
    /// so.
    private static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
        _ name: String, _ place: Option<Value>, _ sentence: String, flag: String? = nil
    ) -> GenerationKey {
        let standard = defaults[keyPath: place]
        // The style itself does not depend on the style.
        let styles = name == "style" ? [] : [coreDataDefaults, swiftDataDefaults]
        let summary = styles.reduce(sentence) { summary, defaults in
            let other = defaults[keyPath: place].rawValue
            guard other != standard.rawValue else { return summary }
            return "\(summary) In the style \(defaults.style.rawValue), \(other) is the default."
        }
        let words = Value.allCases.map(\.rawValue)
        let form = ValueForm.choice(words)
        return GenerationKey(
            name, form, summary, flag: flag ?? sentence, standard: standard.rawValue, example: standard.rawValue,
            option: GenerationOption(place) { .text($0.rawValue) }
        ) { node, reading, settings in
            guard let text = reading.text(node, of: name, expecting: form.expectation) else { return }
            guard let value = Value(rawValue: text) else {
                return reading.report(.unknownWord(text, of: name, words: words, at: node.position))
            }
            settings[dynamicMember: place] = value
        }
    }

    private static func folder(_ name: String, _ place: Folder, _ summary: String, example: String) -> GenerationKey {
        GenerationKey(name, .path, summary, flag: nil, example: example, option: nil) { node, reading, settings in
            if let path = reading.filePath(node, of: name) { settings[keyPath: place] = path }
        }
    }

    private static func text(
        _ name: String, _ place: Option<String>, _ summary: String, flag: String? = nil, example: String
    ) -> GenerationKey {
        GenerationKey(
            name, .text, summary, flag: flag, example: example, option: GenerationOption(place) { .text($0) }
        ) { node, reading, settings in
            // An empty string overrides another value.
            if let text = reading.plainText(node, of: name) { settings[dynamicMember: place] = text }
        }
    }

    private static func text(
        _ name: String, _ place: Option<String?>, _ summary: String, flag: String? = nil, example: String
    ) -> GenerationKey {
        GenerationKey(
            name, .text, summary, flag: flag, example: example,
            option: GenerationOption(place) { text in .list(text.map { [.text($0)] } ?? []) }
        ) { node, reading, settings in
            if let text = reading.plainText(node, of: name) { settings[dynamicMember: place] = text }
        }
    }

    private static func boolean(_ name: String, _ place: Option<Bool>, _ summary: String) -> GenerationKey {
        let form = ValueForm.boolean
        return GenerationKey(
            name, form, summary, flag: nil, standard: "\(defaults[keyPath: place])", example: "true",
            option: GenerationOption(place) { .text("\($0)") }
        ) { node, reading, settings in
            guard let text = reading.text(node, of: name, expecting: form.expectation) else { return }
            guard let value = Bool(text) else {
                return reading.report(
                    .invalidValue("'\(name)' cannot be \(node.kind)", expecting: form.expectation, at: node.position))
            }
            settings[dynamicMember: place] = value
        }
    }

    private static func list(
        _ name: String, _ place: Option<[String]>, _ summary: String, flag: String, example: String
    ) -> GenerationKey {
        let form = ValueForm.list(of: .text)
        return GenerationKey(
            name, form, summary, flag: flag, example: example,
            option: GenerationOption(place) { .list($0.map { .text($0) }) }
        ) { node, reading, settings in
            guard let items = node.items else {
                return reading.report(
                    .invalidValue("'\(name)' cannot be \(node.kind)", expecting: form.expectation, at: node.position))
            }
            settings[dynamicMember: place] = items.compactMap { reading.text($0, of: name, expecting: "a string") }
        }
    }

    private static func map(
        _ name: String, _ place: Option<[String: String]>, _ summary: String, flag: String, example: String
    ) -> GenerationKey {
        let form = ValueForm.map(of: .text)
        return GenerationKey(
            name, form, summary, flag: flag, example: example,
            option: GenerationOption(
                place, merge: { values, others in others.merging(values) { $1 } },
                value: { .group($0.mapValues { .text($0) }) })
        ) { node, reading, settings in
            guard let entries = reading.entries(node, of: "'\(name)'", expecting: form.expectation) else { return }
            var values: [String: String] = [:]
            for entry in entries {
                if let text = reading.plainText(entry.value, of: entry.name) { values[entry.name] = text }
            }
            settings[dynamicMember: place] = values
        }
    }

    private static func parameters(
        _ name: String, _ place: Option<TemplateParameters>, _ summary: String, example: String
    ) -> GenerationKey {
        let form = ValueForm.map(of: .value)
        return GenerationKey(
            name, form, summary, flag: nil, example: example,
            option: GenerationOption(
                place, merge: { values, others in others.merging(values) }, value: { .group($0.values) })
        ) { node, reading, settings in
            guard let entries = reading.entries(node, of: "'\(name)'", expecting: form.expectation) else { return }
            settings[dynamicMember: place] = TemplateParameters(values: parameters(entries, &reading))
        }
    }

    /// Values by name. A false flag is the same as a missing one.
    private static func parameters(
        _ entries: [YAMLNode.Entry], _ reading: inout ConfigurationReading
    ) -> [String: TemplateParameters.Value] {
        var values: [String: TemplateParameters.Value] = [:]
        for entry in entries { values[entry.name] = parameter(entry.value, named: entry.name, &reading) }
        return values
    }

    private static func parameter(
        _ node: YAMLNode, named name: String, _ reading: inout ConfigurationReading
    ) -> TemplateParameters.Value? {
        if let flag = node.flag { return flag ? .flag : nil }
        if let items = node.items { return .list(items.compactMap { parameter($0, named: name, &reading) }) }
        if let entries = node.entries { return .group(parameters(entries, &reading)) }
        return reading.plainText(node, of: name).map { .text($0) }
    }
}
