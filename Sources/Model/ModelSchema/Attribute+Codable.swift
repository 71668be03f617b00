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
