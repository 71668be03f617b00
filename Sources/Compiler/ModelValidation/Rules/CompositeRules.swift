import ModelDiagnostics
import ModelSchema

/// Rules about composites.
extension ValidationRule {
    static let compositeRules: [ValidationRule] = [
        attributeCompositeMissing, attributeCompositeUnknown, compositeCycle,
    ]

    static let attributeCompositeMissing = forEachAttribute(
        "attribute-composite-missing", .error, "A Composite attribute does not name a composite.", isMandatory: true
    ) { node, model, findings in
        guard node.attribute.type == .composite, node.attribute.compositeName ?? "" == "" else { return }
        let nearest = findings.nearestName(to: node.attribute.name, among: model.composites.map(\.name))
        findings.report(
            "Composite attribute '\(node.path)' names no composite", at: node.path,
            hint: "set composite=\"\(nearest ?? "…")\"")
    }

    static let attributeCompositeUnknown = forEachAttribute(
        "attribute-composite-unknown", .error, "The composite of an attribute does not exist.", isMandatory: true
    ) { node, model, findings in
        guard node.attribute.type == .composite, let name = node.attribute.compositeName, !name.isEmpty,
            model.composite(named: name) == nil
        else { return }
        let hint = findings.suggestion(
            for: name, among: model.composites.map(\.name), otherwise: "add a composite '\(name)', or choose another")
        findings.report(
            "composite '\(name)' of attribute '\(node.path)' does not exist", at: node.path.setting("composite"),
            hint: hint)
    }

    static let compositeCycle = ValidationRule(
        "composite-cycle", .error, "A composite contains itself, directly or through others.", isMandatory: true
    ) { model, findings in
        for attribute in CompositeCycles(in: model).closingAttributes {
            findings.report(
                "attribute '\(attribute.path)' makes composite "
                    + "'\(attribute.attribute.compositeName ?? "")' contain itself",
                at: attribute.path.setting("composite"), hint: "remove the attribute, or use a relationship")
        }
    }
}

/// Finds the attributes that close cycles of composites, by a depth-first search in the order of names, so that moving
/// elements changes nothing.
///
/// The search uses its own stack because a hostile model can nest composites deeply.
private struct CompositeCycles {
    private(set) var closingAttributes: [AttributeNode] = []

    init(in model: ModelIndex) {
        var finished: Set<String> = []
        for start in model.composites.sorted(by: { $0.name < $1.name }) where !finished.contains(start.name) {
            var open: Set<String> = [start.name]
            var stack = [(composite: start, members: start.compositeMembers[...])]
            while let (composite, members) = stack.last {
                guard let attribute = members.first else {
                    stack.removeLast()
                    open.remove(composite.name)
                    finished.insert(composite.name)
                    continue
                }
                stack[stack.count - 1].members = members.dropFirst()
                guard let name = attribute.attribute.compositeName else { continue }
                if open.contains(name) {
                    closingAttributes.append(attribute)
                } else if !finished.contains(name), let inner = model.composite(named: name) {
                    open.insert(name)
                    stack.append((inner, inner.compositeMembers[...]))
                }
            }
        }
    }
}

extension CompositeNode {
    /// The members of type Composite, by name.
    fileprivate var compositeMembers: [AttributeNode] {
        attributes.filter { $0.attribute.type == .composite }.sorted { $0.attribute.name < $1.attribute.name }
    }
}
