import ModelSchema

extension ModelChange {
    /// The change in one clause: `type of attribute 'Order/total' changed from 'Double' to 'Decimal'`.
    public var summary: String {
        switch kind {
        case .added: "\(subject) added\(new.flatMap(\.facts).map { " (\($0))" } ?? "")"
        case .removed: "\(subject) removed"
        case .renamed: "\(old?.kindName ?? "element") '\(Self.text(oldPath))' renamed to '\(Self.text(newPath))'"
        case .changed(.modelName, let before, let after):
            "\(ModelSetting.modelName.label) changed from \(before.quoted) to \(after.quoted)"
        case .changed(let setting, let before, let after):
            "\(setting.label) of \(subject) changed from \(before.quoted) to \(after.quoted)"
        case .reordered(let kindName):
            newPath?.steps.isEmpty == false
                ? "\(Self.plural(kindName)) of '\(Self.text(newPath))' in another order"
                : "\(Self.plural(kindName)) in another order"
        }
    }

    /// The subject of the change: `attribute 'Order/total'`.
    private var subject: String {
        guard let element = new ?? old else { return "model" }
        switch element {
        case .model: return "model"
        case .uniquenessConstraint, .compoundIndex:
            return "\(element.kindName) on '\(element.name)' of '\(ownerName)'"
        default: return "\(element.kindName) '\(Self.text(newPath ?? oldPath))'"
        }
    }

    private var ownerName: String { (newPath ?? oldPath)?.steps.first?.name ?? "" }

    private static func text(_ path: SchemaPath?) -> String {
        path.map { SchemaPath(steps: $0.steps).description } ?? ""
    }

    private static func plural(_ kindName: String) -> String {
        if kindName.hasSuffix("y") { return kindName.dropLast() + "ies" }
        return kindName.hasSuffix("x") ? kindName + "es" : kindName + "s"
    }
}

extension ModelSettingValue {
    /// The value in quotation marks, without which `none` means that there is none: a text can be this word.
    fileprivate var quoted: String {
        switch self {
        case .none, .names([]): "none"
        case .userInfo(let userInfo) where userInfo.isEmpty: "none"
        default: "'\(self)'"
        }
    }
}

extension ModelElement {
    /// The important settings of a new element: `String, optional`.
    var facts: String? {
        switch self {
        case .attribute(let attribute):
            return [
                attribute.type.rawValue, attribute.isOptional ? "optional" : "required",
                (attribute.defaultValueString ?? attribute.defaultDateTimeInterval).map { "default \($0)" },
                attribute.isTransient ? "transient" : nil, attribute.isDerived ? "derived" : nil,
            ].compactMap { $0 }.joined(separator: ", ")
        case .relationship(let relationship):
            let kind = relationship.isToMany ? "to-many" : "to-one"
            return "\(kind) \(relationship.destinationName ?? "nothing"), "
                + (relationship.isOptional ? "optional" : "required")
        case .entity(let entity):
            let count = entity.attributes.count + entity.relationships.count
            return [
                entity.parentName.map { "child of \($0)" }, entity.isAbstract ? "abstract" : nil,
                count == 1 ? "1 property" : "\(count) properties",
            ].compactMap { $0 }.joined(separator: ", ")
        default: return nil
        }
    }
}
