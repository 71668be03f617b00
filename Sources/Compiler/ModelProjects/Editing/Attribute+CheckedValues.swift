import ModelSchema
import ModelValidation

extension Attribute {
    /// Throws an error for a default or a bound that an edit writes, and that is not valid for the type, or has no
    /// effect on it.
    ///
    /// - Parameter settings: The settings that the edit writes. Reading accepts others, because an editor keeps their
    ///   text when the type changes.
    func checkValues(of settings: [ModelSetting], at path: ElementPath) throws(EditError) {
        let standard: ModelSetting = type == .date ? .defaultDate : .defaultValue
        let otherStandard: ModelSetting = type == .date ? .defaultValue : .defaultDate
        if settings.contains(otherStandard), text(of: otherStandard) != nil {
            throw Self.withoutEffect(otherStandard, on: path, of: type, instead: standard)
        }
        if settings.contains(standard) { try checkDefault(at: path) }
        for (isMinimum, bound) in Self.bounds where settings.contains(bound) {
            try checkBound(bound, isMinimum: isMinimum, at: path)
        }
    }

    /// Throws an error for a default or a bound that a new type does not accept, and that the edit has not changed.
    /// Compiled models would contain another value, such as 0 for a text.
    func checkValuesKeptWithType(besides settings: [ModelSetting], at path: ElementPath) throws(EditError) {
        for kept in [.defaultValue, .defaultDate] + Self.bounds.map(\.setting) where !settings.contains(kept) {
            do {
                try checkValues(of: [kept], at: path)
            } catch {
                throw EditError("\(error.description), or remove it with --remove \(kept.rawValue)")
            }
        }
    }

    private static let bounds: [(isMinimum: Bool, setting: ModelSetting)] = [
        (true, .minimumValue), (false, .maximumValue), (true, .minimumDate), (false, .maximumDate),
    ]

    private func checkBound(_ bound: ModelSetting, isMinimum: Bool, at path: ElementPath) throws(EditError) {
        guard let text = text(of: bound) else { return }
        let word = isMinimum ? "minimum" : "maximum"
        guard let settings = boundSettings else {
            throw EditError("'\(path)' cannot have a \(word), because its type is \(type.rawValue)")
        }
        let setting = isMinimum ? settings.minimum : settings.maximum
        guard setting == bound else { throw Self.withoutEffect(bound, on: path, of: type, instead: setting) }
        guard !isBound(text) else { return }
        let example = type == .string ? "use a length, an integer of at least 0" : type.exampleOfDefault
        throw EditError("'\(text)' is not a valid \(word) for '\(path)'; \(example)")
    }

    private static func withoutEffect(
        _ setting: ModelSetting, on path: ElementPath, of type: AttributeType, instead other: ModelSetting
    ) -> EditError {
        EditError(
            "\(setting.rawValue) has no effect on '\(path)', because its type is \(type.rawValue); "
                + "set \(other.rawValue)")
    }

    private func text(of setting: ModelSetting) -> String? {
        guard let field = Self.fields.first(where: { $0.setting == setting }), case .text(let text) = field.read(self)
        else { return nil }
        return text
    }

    /// Throws an error for a default that is not a value of the type. Reading accepts it, because an editor keeps the
    /// text when the type changes, but an edit that writes it is a mistake.
    func checkDefault(at path: ElementPath) throws(EditError) {
        guard let text = type == .date ? defaultDateTimeInterval : defaultValueString else { return }
        switch type {
        case .binary, .transformable, .objectID, .composite, .undefined:
            throw EditError("'\(path)' cannot have a default, because its type is \(type.rawValue)")
        case .string: return
        default:
            guard text.isEmpty || unreadableDefault != nil else { return }
            throw EditError("'\(text)' is not a valid \(type.rawValue) for '\(path)'; \(type.exampleOfDefault)")
        }
    }
}
