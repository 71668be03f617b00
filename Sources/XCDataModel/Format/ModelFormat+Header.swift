import ModelSchema

extension ModelFormat {
    /// The attributes of a model in the order of editors since Xcode 8.
    static let model = ElementFormat(
        Model(name: ""),
        [
            kept(.name), kept(.type), kept(.documentVersion), kept(.lastSavedToolsVersion), kept(.systemVersion),
            kept(.minimumToolsVersion), kept(.macOSVersion), kept(.iOSVersion), kept(.sourceLanguage),
            .flag(.usedWithCloudKit, \.isUsedWithCloudKit), .flag(.usedWithSwiftData, \.isUsedWithSwiftData),
            .text(.userDefinedModelVersionIdentifier, \.versionIdentifier),
        ])

    /// The attributes of a model in the order of editors before Xcode 8, which wrote no language.
    static let legacyModel = ElementFormat(
        Model(name: ""),
        [
            kept(.name), .text(.userDefinedModelVersionIdentifier, \.versionIdentifier), kept(.type),
            kept(.documentVersion), kept(.lastSavedToolsVersion), kept(.systemVersion), kept(.minimumToolsVersion),
            kept(.macOSVersion), kept(.iOSVersion), .flag(.usedWithCloudKit, \.isUsedWithCloudKit),
            .flag(.usedWithSwiftData, \.isUsedWithSwiftData),
        ])

    /// What a model that no editor has saved says of its editor: that of the newest public model known.
    static let newHeader: [(FormatName, String)] = [
        (.type, documentType), (.documentVersion, "1.0"), (.lastSavedToolsVersion, "24512"),
        (.systemVersion, "25D2125"), (.minimumToolsVersion, "Automatic"), (.sourceLanguage, "Swift"),
    ]

    /// The value of `type` that every model has.
    static let documentType = "com.apple.IDECoreDataModeler.DataModel"

    /// An attribute that the model has no place for, and that is written as it was read.
    private static func kept(_ name: FormatName) -> ElementField<Model> {
        ElementField(name: name, isKept: true, read: { _, _ in nil }, write: { _ in nil })
    }
}
