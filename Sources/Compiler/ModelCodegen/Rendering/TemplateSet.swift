import CTemplates
public import ModelDiagnostics
import StencilTemplates

/// The templates for rendering: the built-in templates, and the user's templates, which replace built-in ones with the
/// same name.
///
/// ```swift
/// let header = TemplateSet.File(
///     name: "header.stencil", path: "Templates/header.stencil",
///     text: "// Ours\n{% for import in imports %}\n{{ import }}\n{% endfor %}\n")
/// let templates = TemplateSet([header])
/// for problem in templates.check() { print(problem.position, problem.message) }
/// ```
public struct TemplateSet: Sendable, Hashable {
    /// A template of the user.
    public struct File: Sendable, Hashable {
        /// The path relative to the folder of templates, without `.stencil`.
        public var name: String
        /// The path for messages.
        public var path: String
        /// The text of the template, in the language of Stencil.
        public var text: String

        /// Creates a template. The initializer removes `.stencil` from its name.
        public init(name: String, path: String, text: String) {
            self.name = TemplateSources.name(ofFile: name)
            self.path = path
            self.text = text
        }
    }

    /// Only the built-in templates.
    public static let builtIn = TemplateSet()

    /// The user's templates, by name.
    public let files: [File]
    /// The user's templates that no other template of the user includes, by name; or the specified template, if there
    /// is one.
    public let mainFiles: [File]
    /// All templates.
    let sources: TemplateSources
    /// Whether the set includes the built-in templates.
    public let includesBuiltIn: Bool

    /// - Parameters:
    ///   - files: The user's templates. If several have the same name, the last one counts.
    ///   - main: The name of the specified template; nil if all are specified.
    ///   - includesBuiltIn: Whether the set includes the built-in templates.
    public init(_ files: [File] = [], main: String? = nil, includesBuiltIn: Bool = true) {
        self.files = files.sorted { $0.name < $1.name }
        let builtIn = includesBuiltIn ? BuiltInTemplates.all.map { TemplateSource(name: $0.key, text: $0.value) } : []
        let sources = TemplateSources(
            builtIn + files.map { TemplateSource(name: $0.name, path: $0.path, text: $0.text) })
        self.sources = sources
        self.includesBuiltIn = includesBuiltIn
        if let main {
            mainFiles = self.files.filter { $0.name == TemplateSources.name(ofFile: main) }
        } else {
            let named = self.files.reduce(into: Set<String>()) { names, file in
                if let source = sources[file.name] { names.formUnion(source.includedNames) }
            }
            mainFiles = self.files.filter { !named.contains($0.name) }
        }
    }

    /// The problems of the user's templates: unknown names, filters, and tags, sorted by place.
    ///
    /// The method checks templates that replace built-in ones against their contexts, together with the templates that
    /// they include. Unused templates are warnings.
    ///
    /// ```swift
    /// let list = TemplateSet.File(name: "list", path: "list.stencil", text: "{{ models.0.nothing }}")
    /// let problems = TemplateSet([list]).check(.swiftGen)  // A warning; an error in a template for modelgen
    /// ```
    ///
    /// - Parameters:
    ///   - context: The context that the templates receive. Templates written for SwiftGen can use names that SwiftGen
    ///     never had. Such names are warnings.
    ///   - unit: The unit for which templates written for SwiftGen are rendered.
    public func check(
        _ context: GenerationOptions.TemplateContext = .modelgen, per unit: GenerationOptions.TemplateUnit = .run
    ) -> [LocatedDiagnostic] {
        guard !files.isEmpty else { return [] }
        if context == .swiftGen {
            let checker = TemplateChecker(sources, filters: .all, unknownNameSeverity: .warning)
            let types = unit == .run ? SwiftGenContext.variableTypes : SwiftGenEntityContext.variableTypes
            for file in mainFiles { checker.check(file.name, variables: types) }
            return checker.failures.map(\.diagnostic).sorted()
        }
        return checkAll().filter { problem in files.contains { $0.path == problem.position.file } }
    }

    /// The problems of all templates, including the built-in ones.
    func checkAll() -> [LocatedDiagnostic] {
        let checker = TemplateChecker(sources, filters: .all)
        for context in TemplateContexts.all { checker.check(context.templateName, variables: context.variableTypes) }
        for file in files where !checker.visited.contains(file.name) {
            if let source = sources[file.name] { checker.report(.unused(source)) }
        }
        return checker.failures.map(\.diagnostic).sorted()
    }
}

extension TemplateRecord {
    /// The types of the variables that a template is rendered with.
    fileprivate static var variableTypes: [String: TemplateType] {
        var types = Dictionary(fieldTypes.map { ($0.name, $0.type) }, uniquingKeysWith: { $1 })
        types["param"] = TemplateParameters.templateType
        return types
    }
}

/// A built-in template, for users who want to replace it.
///
/// ```swift
/// for template in BuiltInTemplate.all {
///     print("\(template.name).stencil: \(template.summary)")
/// }
/// ```
public struct BuiltInTemplate: Sendable, Hashable {
    /// The path in the folder of templates, without `.stencil`. A user's template with this name replaces it.
    public let name: String
    /// One sentence that says what it renders.
    public let summary: String
    /// The name of the context that it receives.
    public let contextName: String
    /// The text of the template, in the language of Stencil.
    public let text: String

    /// All built-in templates, by name.
    public static let all: [BuiltInTemplate] = {
        let texts = BuiltInTemplates.all
        return TemplateContexts.all.map { context in
            BuiltInTemplate(
                name: context.templateName, summary: context.summary, contextName: "\(context)",
                text: texts[context.templateName] ?? "")
        }
    }()
}

/// The text of the templates in `Templates/`, which are part of the binary.
///
/// ```swift
/// let text = BuiltInTemplates.all["header"] ?? ""  // Templates/header.stencil
/// ```
public enum BuiltInTemplates {
    /// The templates by name, without their extension.
    public static let all = Dictionary(
        uniqueKeysWithValues: UnsafeBufferPointer(start: embedded_templates, count: embedded_template_count).map {
            (String(cString: $0.name), text(of: $0))
        })

    private static func text(of template: embedded_template) -> String {
        let bytes = UnsafeRawBufferPointer(start: template.text, count: template.length)
        return String(decoding: bytes, as: UTF8.self)
    }
}
