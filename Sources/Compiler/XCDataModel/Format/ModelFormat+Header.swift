import ModelSchema

extension ModelFormat {
    /// The attributes of a model in the order of editors since Xcode 8.
    static let model = ElementFormat(
        Model(name: ""),
        [
            kept(.name), kept(.type), kept(.documentVersion), kept(.lastSavedToolsVersion), kept(.systemVersion),
            kept(.minimumToolsVersion), kept(.macOSVersion), kept(.iOSVersion), kept(.sourceLanguage),
        ] + settings([.isUsedWithCloudKit, .isUsedWithSwiftData]) + [versionIdentifier])

    /// The attributes of a model in the order of editors before Xcode 8, which did not write the language.
    static let legacyModel = ElementFormat(
        Model(name: ""),
        [
            kept(.name), versionIdentifier, kept(.type), kept(.documentVersion), kept(.lastSavedToolsVersion),
            kept(.systemVersion), kept(.minimumToolsVersion), kept(.macOSVersion), kept(.iOSVersion),
        ] + settings([.isUsedWithCloudKit, .isUsedWithSwiftData]))

    /// The header of a model that no editor has saved: that of the newest known public model.
    static let newHeader: [(FormatName, String)] = [
        (.type, documentType), (.documentVersion, "1.0"), (.lastSavedToolsVersion, "24512"),
        (.systemVersion, "25D2125"), (.minimumToolsVersion, "Automatic"), (.sourceLanguage, "Swift"),
    ]

    /// The value of `type` in every model.
    static let documentType = "com.apple.IDECoreDataModeler.DataModel"

    /// Creates an attribute that is not part of the model, and whose text the writer keeps.
    private static func kept(_ name: FormatName) -> ElementField<Model> {
        ElementField(name: name.rawValue, isKept: true, read: { _, _ in nil }, write: { _ in nil })
    }

    /// Creates attributes for settings, which are left out if they have the defaults of a new model.
    private static func settings(_ settings: [ModelSetting]) -> [ElementField<Model>] {
        settings.compactMap { setting in
            Model.settings[setting].flatMap { ElementField($0, omitted: $0.read(Model(name: ""))) }
        }
    }

    /// The attribute for the version identifier, which every model has, even if it is empty.
    private static let versionIdentifier = ElementField<Model>(
        name: ModelSetting.versionIdentifier.rawValue,
        read: { text, model in
            model.versionIdentifier = text
            return nil
        },
        write: \.versionIdentifier)
}
