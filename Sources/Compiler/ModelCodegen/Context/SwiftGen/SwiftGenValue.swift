import ModelExpressions
import ModelSchema
import StencilTemplates

/// A value of user info as SwiftGen reads it: a number if possible, otherwise a flag if possible, otherwise a string.
enum SwiftGenValue: TemplateValue, Hashable {
    case integer(Int)
    case number(Double)
    case flag(Bool)
    case text(String)

    static var templateType: TemplateType { .any }

    init(_ text: String) {
        if let integer = Int(text) {
            self = .integer(integer)
        } else if let number = Double(text) {
            self = .number(number)
        } else {
            switch text.lowercased() {
            case "yes", "true": self = .flag(true)
            case "no", "false": self = .flag(false)
            default: self = .text(text)
            }
        }
    }

    var rendered: RenderedValue? {
        switch self {
        case .integer(let integer): .integer(integer)
        case .number(let number): .number(number)
        case .flag(let flag): .flag(flag)
        case .text(let text): .text(text)
        }
    }

    static func values(of userInfo: UserInfo) -> [String: SwiftGenValue] {
        Dictionary(userInfo.entries.map { ($0.key, SwiftGenValue($0.value)) }, uniquingKeysWith: { $1 })
    }
}

/// The types of a predicate's variables, as SwiftGen finds them: from the path on the left of a comparison that has the
/// variable on its right.
enum SwiftGenVariables {
    static func types(of request: FetchRequestTemplate, in model: ModelLookup) -> [String: String] {
        guard let format = request.predicateString, let predicate = try? ModelPredicate(format: format),
            let entity = request.entityName.flatMap({ model.entity(named: $0) })
        else { return [:] }
        var types: [String: String] = [:]
        add(predicate, entity, model, to: &types)
        return types
    }

    private static func add(
        _ predicate: ModelPredicate, _ entity: Entity, _ model: ModelLookup, to types: inout [String: String]
    ) {
        switch predicate {
        case .constant: break
        case .not(let operand): add(operand, entity, model, to: &types)
        case .and(let operands), .or(let operands):
            for operand in operands { add(operand, entity, model, to: &types) }
        case .comparison(let comparison):
            guard case .variable(let name) = comparison.right,
                case .keyPath(let path, of: .evaluatedObject) = comparison.left,
                let type = type(of: path, entity, model)
            else { return }
            types[name] = type
        }
    }

    /// The type of the attribute at the end of a path, or the class if the path ends with a relationship.
    private static func type(of path: ModelKeyPath, _ entity: Entity, _ model: ModelLookup) -> String? {
        var current = entity
        for (index, component) in path.components.enumerated() {
            guard case .key(let name) = component else { return nil }
            if let attribute = model.attribute(named: name, of: current) {
                return index == path.components.count - 1 ? attribute.swiftGenTypeName : nil
            }
            guard let destination = model.relationship(named: name, of: current)?.destinationName,
                let next = model.entity(named: destination)
            else { return nil }
            current = next
        }
        let className = SwiftGenEntity(entity: current, model: model).className
        return className.isEmpty ? "NSManagedObject" : className
    }
}
