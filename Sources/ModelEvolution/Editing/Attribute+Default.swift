import ModelSchema
import ModelValidation

extension Attribute {
    /// Throws an error for a default that is not a value of the type. Reading accepts it, because an editor keeps the
    /// text when the type changes, but an edit that writes it is a mistake.
    func checkDefault(at path: ElementPath) throws(EditFailure) {
        guard let text = type == .date ? defaultDateTimeInterval : defaultValueString else { return }
        switch type {
        case .binary, .transformable, .objectID, .composite, .undefined:
            throw EditFailure("'\(path)' cannot have a default, because its type is \(type.rawValue)")
        case .string: return
        default:
            guard text.isEmpty || unreadableDefault != nil else { return }
            throw EditFailure("'\(text)' is not a valid \(type.rawValue) for '\(path)'; \(type.exampleOfDefault)")
        }
    }
}
