import ModelSchema

extension ModelFormat {
    /// The attributes of a model in the order of editors since Xcode 8.
    static let model = ElementFormat(
        Model(name: ""),
        [
            kept(.name), kept(.type), kept(.documentVersion), kept(.lastSavedToolsVersion), kept(.systemVersion),
            kept(.minimumToolsVersion), kept(.macOSVersion), kept(.iOSVersion), kept(.sourceLanguage),
        ] + settings([.isUsedWithCloudKit, .isUsedWithSwiftData]) + [versionIdentifier])

    /// The attributes of a model in the order of editors before Xcode 8, which wrote no language.
    static let legacyModel = ElementFormat(
        Model(name: ""),
        [
            kept(.name), versionIdentifier, kept(.type), kept(.documentVersion), kept(.lastSavedToolsVersion),
            kept(.systemVersion), kept(.minimumToolsVersion), kept(.macOSVersion), kept(.iOSVersion),
        ] + settings([.isUsedWithCloudKit, .isUsedWithSwiftData]))

    /// What a model that no editor has saved says of its editor: that of the newest public model known.
    static let newHeader: [(FormatName, String)] = [
        (.type, documentType), (.documentVersion, "1.0"), (.lastSavedToolsVersion, "24512"),
        (.systemVersion, "25D2125"), (.minimumToolsVersion, "Automatic"), (.sourceLanguage, "Swift"),
    ]

    /// The value of `type` that every model has.
    static let documentType = "com.apple.IDECoreDataModeler.DataModel"

    /// An attribute that the model has no place for, and that is written as it was read.
    private static func kept(_ name: FormatName) -> ElementField<Model> {
        ElementField(name: name.rawValue, isKept: true, read: { _, _ in nil }, write: { _ in nil })
    }

    /// The attributes of settings that are left out where they are what a new model has.
    private static func settings(_ settings: [ModelSetting]) -> [ElementField<Model>] {
        settings.compactMap { setting in
            Model.settings[setting].flatMap { ElementField($0, omitted: $0.read(Model(name: ""))) }
        }
    }

    /// Every model has it, also where it is empty.
    private static let versionIdentifier = ElementField<Model>(
        name: ModelSetting.versionIdentifier.rawValue,
        read: { text, model in
            model.versionIdentifier = text
            return nil
        },
        write: \.versionIdentifier)
}
