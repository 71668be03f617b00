import ModelDiagnostics
import ModelSchema

/// Collects the reader's diagnostics, with one diagnostic for each unknown name.
///
/// The report contains at most a hundred diagnostics with the same code, because a file can be hostile, and finding
/// each position takes time.
struct ReadingReport {
    private struct UnknownName: Hashable {
        var element: String
        var name: String
        var isAttribute: Bool
        /// Whether the element is a part of models that no editor writes in this place.
        var isMisplaced = false
    }

    /// Elements that a newer editor could not move without breaking older ones: in another place, they show that a
    /// merge or an edit by hand has lost a tag, and that a part of the model would be missing.
    private static let fixedElements: Set<FormatName> = [
        .entity, .attribute, .relationship, .fetchedProperty, .composite, .configuration, .memberEntity, .fetchRequest,
        .fetchIndex, .uniquenessConstraints,
    ]

    private static let limit = 100

    private let document: XMLDocument
    private let map: SourceMap
    private var diagnostics: [Diagnostic] = []
    private var counts: [DiagnosticRule: Int] = [:]
    private var unknown: [UnknownName: (first: XMLElement, count: Int)] = [:]

    init(_ document: XMLDocument) {
        self.document = document
        map = SourceMap(document)
    }

    /// Adds a diagnostic about an element or one of its attributes.
    mutating func add(
        at element: XMLElement, attribute: String? = nil, _ rule: DiagnosticRule,
        _ diagnostic: (SchemaPath, Diagnostic.Anchor) -> Diagnostic
    ) {
        counts[rule, default: 0] += 1
        guard counts[rule, default: 0] <= Self.limit else { return }
        var path = map.path(to: element)
        path?.setting = attribute
        let anchor = path.map(Diagnostic.Anchor.schema) ?? place(of: element, attribute: attribute)
        diagnostics.append(diagnostic(path ?? .model, anchor))
    }

    mutating func addUnknownAttribute(_ name: String, of element: XMLElement) {
        addUnknown(UnknownName(element: element.name, name: name, isAttribute: true), at: element)
    }

    mutating func addUnknownElement(_ element: XMLElement) {
        let isMisplaced = element.formatName.map(Self.fixedElements.contains) ?? false
        addUnknown(
            UnknownName(
                element: element.parent?.name ?? "", name: element.name, isAttribute: false, isMisplaced: isMisplaced),
            at: element)
    }

    private mutating func addUnknown(_ name: UnknownName, at element: XMLElement) {
        unknown[name, default: (element, 0)].count += 1
    }

    /// Returns all diagnostics, with a summary for each unknown name.
    mutating func finished() -> [Diagnostic] {
        let inOrder = unknown.sorted {
            ($0.value.first.index, $0.key.name) < ($1.value.first.index, $1.key.name)
        }
        for (key, value) in inOrder {
            if key.isAttribute {
                add(at: value.first, attribute: key.name, .xmlAttributeUnknown) { _, anchor in
                    .xmlAttributeUnknown(key.name, of: key.element, at: anchor, count: value.count)
                }
            } else if key.isMisplaced {
                add(at: value.first, .xmlElementMisplaced) { _, anchor in
                    .xmlElementMisplaced(key.name, in: key.element, at: anchor, count: value.count)
                }
            } else {
                add(at: value.first, .xmlElementUnknown) { _, anchor in
                    .xmlElementUnknown(key.name, in: key.element, at: anchor, count: value.count)
                }
            }
        }
        let rest = counts.filter { $0.value > Self.limit }.sorted { $0.key.code.rawValue < $1.key.code.rawValue }
        for (rule, count) in rest { diagnostics.append(.more(count - Self.limit, rule.code)) }
        return diagnostics
    }

    private func place(of element: XMLElement, attribute: String?) -> Diagnostic.Anchor {
        let offset = attribute.flatMap { element.offset(ofAttribute: $0) } ?? element.offset
        let place = SourceMap.position(ofOffset: offset, in: document.bytes)
        return .source(line: place.line, column: place.column)
    }
}
