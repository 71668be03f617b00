import ModelSchema
import ModelValidation

extension Attribute {
    /// Throws an error for a default that is not a value of the type. Reading accepts it, because an editor keeps the
    /// text when the type changes, but an edit that writes it is a mistake.
    func checkDefault(at path: ElementPath) throws(EditFailure) {
        if let (text, _) = unreadableDefault {
            throw EditFailure("'\(text)' is not a valid \(type.rawValue) for '\(path)'; \(type.exampleOfDefault)")
        }
        guard let text = type == .date ? defaultDateTimeInterval : defaultValueString else { return }
        let isEmptyNumber = text.isEmpty && type != .string
        guard isEmptyNumber || defaultValue == nil else { return }
        throw EditFailure(
            isEmptyNumber
                ? "an empty text is not a valid \(type.rawValue) for '\(path)'; \(type.exampleOfDefault)"
                : "'\(path)' cannot have a default, because its type is \(type.rawValue)")
    }
}
