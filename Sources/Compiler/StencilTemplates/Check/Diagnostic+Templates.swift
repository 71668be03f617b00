package import ModelDiagnostics

extension DiagnosticRule {
    package static let templateSyntax = Self("template-syntax", .error, "A template has a syntax error.")
    package static let templateUnknownName = Self(
        "template-unknown-name", .error, "A template uses a variable or field that does not exist.")
    package static let templateUnknownFilter = Self(
        "template-unknown-filter", .error, "A template uses a filter that does not exist.")
    package static let templateUnknownTag = Self(
        "template-unknown-tag", .error, "A template uses a tag that does not exist.")
    package static let templateMissing = Self(
        "template-missing", .error, "A template names a template that does not exist, or there are no templates.")
    package static let templateNotAList = Self(
        "template-not-a-list", .error, "A template loops over something that is not a list.")
    package static let templateFailed = Self("template-failed", .error, "A template cannot be rendered.")
    package static let templateUnused = Self("template-unused", .warning, "A template is not used.")
}

extension TemplateError {
    /// The diagnostics of checking and rendering templates.
    package static let rules: [DiagnosticRule] = [
        .templateSyntax, .templateUnknownName, .templateUnknownFilter, .templateUnknownTag, .templateMissing,
        .templateNotAList, .templateFailed, .templateUnused,
    ]

    static func syntax(_ message: String, in source: TemplateSource, at index: String.Index?) -> Self {
        Self(.templateSyntax, message, in: source, at: index)
    }

    static func unclosed(in source: TemplateSource, at index: String.Index) -> Self {
        syntax("these braces have no closing braces", in: source, at: index)
    }

    static func unfinished(_ tag: String, end: String, in source: TemplateSource, at index: String.Index) -> Self {
        syntax("'\(tag)' has no matching '\(end)'", in: source, at: index)
    }

    static func tooDeep(_ tag: TemplateTag) -> Self {
        Self(
            .templateSyntax, "'\(tag.name)' is inside \(TemplateTags.maximumDepth) other tags", in: tag.place.source,
            at: tag.place.index, hint: "put fewer tags inside each other")
    }

    static func renderingError(_ reason: String, in source: TemplateSource, at index: String.Index) -> Self {
        Self(.templateFailed, reason, in: source, at: index)
    }

    static func missing(
        _ name: String, among names: [String], in source: TemplateSource, at index: String.Index
    ) -> Self {
        Self(
            .templateMissing, "unknown template '\(name)'", in: source, at: index,
            hint: NearestName.suggestion(for: name, among: names))
    }

    static func unknownName(
        _ name: String, of owner: String?, among names: [String], severity: Diagnostic.Severity? = nil,
        in source: TemplateSource, at index: String.Index
    ) -> Self {
        Self(
            .templateUnknownName, severity: severity,
            owner.map { "'\($0)' has no field '\(name)'" } ?? "unknown variable '\(name)'", in: source, at: index,
            hint: NearestName.suggestion(for: name, among: names))
    }

    static func unknownFilter(
        _ name: String, among names: [String], in source: TemplateSource, at index: String.Index
    ) -> Self {
        Self(
            .templateUnknownFilter, "unknown filter '\(name)'", in: source, at: index,
            hint: NearestName.suggestion(for: name, among: names))
    }

    static func unknownTag(_ name: String, in source: TemplateSource, at index: String.Index) -> Self {
        Self(
            .templateUnknownTag, "unknown tag '\(name)'", in: source, at: index,
            hint: NearestName.suggestion(for: name, among: TemplateTags.names))
    }

    static func notAList(_ text: String, _ type: String, in source: TemplateSource, at index: String.Index) -> Self {
        Self(
            .templateNotAList, "'\(text)' is \(type), which cannot be looped over", in: source, at: index,
            hint: "loop over a list or a table")
    }
}
