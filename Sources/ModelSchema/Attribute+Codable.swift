extension Attribute {
    /// The keys of user info that name the Codable type of an attribute's values, the first of them first.
    public static let codableTypeKeys = ["modelgen.codable", "attributeCodableTypeName"]

    /// The entry of user info that says which `Codable` type the values of a Binary or Transformable attribute have;
    /// nil for none. Its value is Swift type text, sound or not; the validator judges it.
    public var codableTypeEntry: UserInfo.Entry? {
        Self.codableTypeKeys.lazy.compactMap { key in userInfo.entries.first { $0.key == key } }.first
    }

    /// The `Codable` type that user info asks for.
    public var codableTypeName: String? {
        codableTypeEntry?.value
    }
}
