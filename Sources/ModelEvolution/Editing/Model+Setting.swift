import ModelDiagnostics
public import ModelSchema

extension Model {
    /// Changes settings of an entity, an attribute, or a relationship, in their order.
    ///
    /// - Parameters:
    ///   - settings: The settings, by their names in the file, such as `optional`, and their values as in the file, such
    ///     as `YES`; nil for none. An empty value is the empty string for the default of a String, and none for others.
    ///   - path: The element.
    /// - Throws: ``EditFailure`` if the element or a setting does not exist, or a setting does not accept its value. The
    ///   model does not change then.
    public mutating func set(
        _ settings: [(name: String, value: String?)], of path: ElementPath
    ) throws(EditFailure) {
        var model = self
        for setting in settings { try model.set(setting.name, to: setting.value, of: path) }
        // At the end, because the default can come before the type.
        let hasDefault = settings.contains { setting in
            [ModelSetting.defaultValue, .defaultDate].contains { $0.rawValue == setting.name }
        }
        if hasDefault, let name = path.property,
            let attribute = model.entity(named: path.entity)?.attribute(named: name)
        {
            try attribute.checkDefault(at: path)
        }
        self = model
    }

    private mutating func set(_ setting: String, to text: String?, of path: ElementPath) throws(EditFailure) {
        let index = try index(ofEntity: path.entity)
        guard let name = path.property else {
            entities[index] = try entities[index].setting(setting, to: text, at: path)
            return
        }
        let entity = entities[index]
        if let place = entity.attributes.firstIndex(where: { $0.name == name }) {
            entities[index].attributes[place] = try entity.attributes[place].setting(setting, to: text, at: path)
        } else if let place = entity.relationships.firstIndex(where: { $0.name == name }) {
            var relationship = try entity.relationships[place].setting(setting, to: text, at: path)
            // Otherwise a to-many relationship would have at most one destination.
            if relationship.isToMany != entity.relationships[place].isToMany,
                !relationship.isToMany || relationship.maximumCount == 1
            {
                relationship.maximumCount = relationship.isToMany ? 0 : 1
            }
            entities[index].relationships[place] = relationship
        } else {
            throw missingProperty(name, of: entity)
        }
    }
}

extension ComparedElement {
    fileprivate func setting(_ name: String, to text: String?, at path: ElementPath) throws(EditFailure) -> Self {
        let fields = Self.fields.filter { ![.name, .userInfo].contains($0.setting) }
        guard let field = fields.first(where: { $0.setting.rawValue == name }) else {
            let names = fields.map(\.setting.rawValue)
            throw EditFailure("'\(path)' has no setting '\(name)'; \(NearestName.hint(for: name, among: names))")
        }
        var result = self
        let values = accepts(emptyTextFor: field.setting) && text == "" ? [.text("")] : Self.values(for: text ?? "")
        guard values.contains(where: { field.write(&result, $0) }) else {
            let hint = field.kind.allowedValues.map { "; write \($0)" } ?? ""
            throw EditFailure(
                text.map { "'\($0)' is not a valid value for \(name) of '\(path)'\(hint)" }
                    ?? "\(name) of '\(path)' cannot be removed\(hint)")
        }
        return result
    }

    /// Whether an empty text is a value of a setting. For other settings, it means that they have none.
    private func accepts(emptyTextFor setting: ModelSetting) -> Bool {
        setting == .defaultValue && (self as? Attribute)?.type == .string
    }

    /// The values that a text can represent, for settings of every type. The setting uses the value of its type.
    private static func values(for text: String) -> [ModelSettingValue] {
        let flag: Bool? =
            ["YES", "yes", "true"].contains(text) ? true : ["NO", "no", "false"].contains(text) ? false : nil
        return [
            text.isEmpty ? ModelSettingValue.none : nil, flag.map(ModelSettingValue.flag),
            Int(text).flatMap { $0 < 0 ? nil : .number($0) },
            .text(text),
        ].compactMap { $0 }
    }
}
