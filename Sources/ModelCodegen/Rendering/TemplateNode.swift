import Stencil

/// One value of a context as Stencil looks it up: a field by name, without any dictionary being rebuilt on the way.
///
/// Stencil prints an unknown variable as nothing, which hides spelling mistakes; a node remembers what it was asked
/// for in vain.
@dynamicMemberLookup
final class TemplateNode: DynamicMemberLookup {
    private let typeName: String
    private let fields: [String: Any?]
    private let unknownNames: UnknownNames

    private init(typeName: String, fields: [String: Any?], unknownNames: UnknownNames) {
        self.typeName = typeName
        self.fields = fields
        self.unknownNames = unknownNames
    }

    subscript(dynamicMember member: String) -> Any? {
        guard let field = fields[member] else {
            unknownNames.insert("\(typeName).\(member)")
            return nil
        }
        return field
    }

    /// The fields of a context as the variables of a template.
    static func variables(of context: some Sendable, unknownNames: UnknownNames) -> [String: Any] {
        var variables: [String: Any] = [:]
        for child in Mirror(reflecting: context).children {
            guard let name = child.label else { continue }
            variables[name] = value(child.value, unknownNames)
        }
        return variables
    }

    private static func value(_ value: Any, _ unknownNames: UnknownNames) -> Any? {
        if value is String || value is Bool || value is Int { return value }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional:
            return mirror.children.first.flatMap { self.value($0.value, unknownNames) }
        case .collection:
            return mirror.children.compactMap { self.value($0.value, unknownNames) }
        default:
            var fields: [String: Any?] = [:]
            for child in mirror.children {
                guard let name = child.label else { continue }
                fields.updateValue(self.value(child.value, unknownNames), forKey: name)
            }
            return TemplateNode(
                typeName: String(describing: mirror.subjectType), fields: fields, unknownNames: unknownNames)
        }
    }
}

/// The names that templates asked for and no context has.
final class UnknownNames {
    private(set) var names: Set<String> = []

    func insert(_ name: String) {
        names.insert(name)
    }
}
