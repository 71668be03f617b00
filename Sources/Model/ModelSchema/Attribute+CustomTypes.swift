extension Attribute {
    /// The Swift type that ``customClassName`` names: without the dot with which a name of the current module begins;
    /// nil if the class is missing, as in `Module.`, where an editor has only a module.
    ///
    /// The text is that of the model, so it is not necessarily a type.
    public var customTypeName: String? {
        guard let name = customClassName, !name.isEmpty, !name.hasSuffix(".") else { return nil }
        return name.hasPrefix(".") ? String(name.dropFirst()) : name
    }
}

extension Attribute {
    /// The user info keys for the `Codable` type of an attribute's values, in order of precedence.
    public static let codableTypeKeys = ["modelgen.codable", "attributeCodableTypeName"]

    /// The user info entry with the `Codable` type of the values of a Binary or Transformable attribute; nil if there
    /// is none. The value is unchecked text of a Swift type, which the validator checks.
    public var codableTypeEntry: UserInfo.Entry? {
        Self.codableTypeKeys.lazy.compactMap { key in userInfo.entries.first { $0.key == key } }.first
    }

    /// The `Codable` type from user info.
    public var codableTypeName: String? { codableTypeEntry?.value }
}
