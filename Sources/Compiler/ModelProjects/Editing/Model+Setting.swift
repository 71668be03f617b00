import ModelDiagnostics
public import ModelSchema

extension Model {
    /// Changes settings of an entity or a property, in their order. A fetched property also has those of its fetch.
    ///
    /// ```swift
    /// if let name = ElementPath("Book/name") {
    ///     try model.set([("optional", "NO"), ("defaultValueString", "Untitled")], of: name)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - settings: The settings, by their names in the file, such as `optional`, and their values as in the file,
    ///     such as `YES`; nil for none. An empty value is the empty string for the default of a String, and none for
    ///     others.
    ///   - path: The element.
    /// - Throws: ``EditError`` if the element or a setting does not exist, or a setting does not accept its value.
    ///   The model does not change then.
    public mutating func set(
        _ settings: [(name: String, value: String?)], of path: ElementPath
    ) throws(EditError) {
        var model = self
        for setting in settings { try model.set(setting.name, to: setting.value, of: path) }
        // At the end, because the default and the bounds can come before the type.
        let attributes = try model[keyPath: model.owner(named: path.entity).attributes]
        if let attribute = attributes.first(where: { $0.name == path.property }) {
            let names = settings.compactMap { ModelSetting(rawValue: $0.name) }
            try attribute.checkValues(of: names, at: path)
            if names.contains(.attributeType) { try attribute.checkValuesKeptWithType(besides: names, at: path) }
        }
        self = model
    }

    /// Changes settings of the model itself, in their order, by the rules of ``set(_:of:)``.
    ///
    /// - Throws: ``EditError`` if a setting does not exist, or does not accept its value. The model does not change
    ///   then.
    public mutating func setModel(_ settings: [(name: String, value: String?)]) throws(EditError) {
        var model = self
        for setting in settings { model = try model.setting(setting.name, to: setting.value, of: "the model") }
        self = model
    }

    private mutating func set(_ setting: String, to text: String?, of path: ElementPath) throws(EditError) {
        switch try owner(named: path.entity) {
        case .entity(let index): try set(setting, to: text, of: path, ofEntityAt: index)
        case .composite(let index):
            let composite = composites[index]
            guard let name = path.property else {
                throw EditError("composite '\(path)' has no settings; change one of its attributes instead")
            }
            guard let place = composite.attributes.firstIndex(where: { $0.name == name }) else {
                throw missingMember(name, of: composite)
            }
            composites[index].attributes[place] = try composite.attributes[place]
                .setting(setting, to: text, of: "'\(path)'")
        }
    }

    private mutating func set(
        _ setting: String, to text: String?, of path: ElementPath, ofEntityAt index: Int
    ) throws(EditError) {
        guard let name = path.property else {
            entities[index] = try entities[index].setting(setting, to: text, of: "'\(path)'")
            return
        }
        let entity = entities[index]
        if let place = entity.attributes.firstIndex(where: { $0.name == name }) {
            entities[index].attributes[place] = try entity.attributes[place]
                .setting(setting, to: text, of: "'\(path)'")
        } else if let place = entity.relationships.firstIndex(where: { $0.name == name }) {
            var relationship = try entity.relationships[place].setting(setting, to: text, of: "'\(path)'")
            // Otherwise a to-many relationship would have at most one destination.
            if relationship.isToMany != entity.relationships[place].isToMany,
                !relationship.isToMany || relationship.maximumCount == 1
            {
                relationship.maximumCount = relationship.isToMany ? 0 : 1
            }
            entities[index].relationships[place] = relationship
        } else if let place = entity.fetchedProperties.firstIndex(where: { $0.name == name }) {
            entities[index].fetchedProperties[place] = try entity.fetchedProperties[place]
                .settingWithFetch(setting, to: text, of: "'\(path)'")
        } else {
            throw missingProperty(name, of: entity)
        }
    }
}

extension FetchedProperty {
    /// Returns the property with another setting of its own or of its fetch.
    fileprivate func settingWithFetch(
        _ name: String, to text: String?, of subject: String
    ) throws(EditError) -> FetchedProperty {
        guard Self.editedFields.contains(where: { $0.setting.rawValue == name }) else {
            var result = self
            result.fetchRequest = try fetchRequest.setting(
                name, to: text, of: subject, besides: Self.editedFields.map(\.setting.rawValue))
            return result
        }
        return try setting(name, to: text, of: subject)
    }
}

extension SettableElement {
    /// The settings that an edit can change by their names.
    fileprivate static var editedFields: [SettingField<Self>] {
        fields.filter { ![.name, .modelName, .userInfo, .fetchRequest].contains($0.setting) }
    }

    /// Returns the element with another value of a setting.
    ///
    /// - Parameters:
    ///   - text: The value as in the file; nil for none.
    ///   - subject: The element in messages: `'Order/date'`.
    ///   - others: The names of other settings that the caller knows, for suggestions.
    func setting(
        _ name: String, to text: String?, of subject: String, besides others: [String] = []
    ) throws(EditError) -> Self {
        guard let field = Self.editedFields.first(where: { $0.setting.rawValue == name }) else {
            let names = others + Self.editedFields.map(\.setting.rawValue)
            throw EditError("\(subject) has no setting '\(name)'; \(NearestName.hint(for: name, among: names))")
        }
        var result = self
        var values =
            accepts(emptyTextFor: field.setting) && text == ""
            ? [.text("")] : Self.values(for: text ?? "", of: field.kind)
        if text?.isEmpty != false, let missing = value(ifMissing: field) { values.append(missing) }
        guard values.contains(where: { field.write(&result, $0) }) else {
            let hint = field.kind.allowedValues.map { "; write \($0)" } ?? ""
            throw EditError(
                text.map { "'\($0)' is not a valid value for \(name) of \(subject)\(hint)" }
                    ?? "\(name) of \(subject) cannot be removed\(hint)")
        }
        return result
    }

    /// The value of a setting that the file does not contain; nil for a setting that it always contains, or that has
    /// none.
    private func value(ifMissing field: SettingField<Self>) -> ModelSettingValue? {
        switch field.kind {
        case .flag: .flag(false)
        // In the file, a relationship with the maximum count 1 is to-one.
        case .count: .number(field.setting == .maximumCount && (self as? Relationship)?.isToMany == false ? 1 : 0)
        default: nil
        }
    }

    /// Whether an empty text is a value of a setting. For other settings, it means that they have none.
    private func accepts(emptyTextFor setting: ModelSetting) -> Bool {
        setting == .defaultValue && (self as? Attribute)?.type == .string
    }

    /// The values that a text can represent, for settings of every type. The setting uses the value of its type.
    private static func values(for text: String, of kind: SettingKind) -> [ModelSettingValue] {
        let flag: Bool? =
            ["YES", "yes", "true"].contains(text) ? true : ["NO", "no", "false"].contains(text) ? false : nil
        var word: ModelSettingValue?
        if case .word(let words) = kind { word = words.first { $0.text == text }?.value }
        return [
            text.isEmpty ? ModelSettingValue.none : nil, flag.map(ModelSettingValue.flag), word,
            Int(text).flatMap { $0 < 0 ? nil : .number($0) },
            .text(text),
        ].compactMap { $0 }
    }
}
