import ModelDiagnostics
public import ModelSchema

extension Model {
    /// Changes a setting of an entity, an attribute, or a relationship.
    ///
    /// - Parameters:
    ///   - setting: The setting, by its name in the file: `optional`.
    ///   - text: Its value as in the file: `YES`; empty for none.
    ///   - path: The element.
    /// - Throws: ``EditFailure`` if the element or setting does not exist, or the setting does not accept the value.
    public mutating func set(_ setting: String, to text: String, of path: ElementPath) throws(EditFailure) {
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
    fileprivate func setting(_ name: String, to text: String, at path: ElementPath) throws(EditFailure) -> Self {
        let fields = Self.fields.filter { ![.name, .userInfo].contains($0.setting) }
        guard let field = fields.first(where: { $0.setting.rawValue == name }) else {
            let names = fields.map(\.setting.rawValue)
            throw EditFailure("'\(path)' has no setting '\(name)'; \(NearestName.hint(for: name, among: names))")
        }
        var result = self
        guard Self.values(for: text).contains(where: { field.write(&result, $0) }) else {
            let hint = field.kind.allowedValues.map { "; write \($0)" } ?? ""
            throw EditFailure("'\(text)' is not a valid value for \(name) of '\(path)'\(hint)")
        }
        return result
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
