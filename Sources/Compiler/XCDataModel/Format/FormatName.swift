import ModelSchema

/// The names of elements and attributes that the reader and the writer use. The settings define the names of other
/// attributes.
enum FormatName: String, CaseIterable {
    // Elements.
    case model, entity, attribute, relationship, fetchedProperty, fetchRequest, configuration, memberEntity, composite
    case fetchIndex, fetchIndexElement, compoundIndexes, compoundIndex, index
    case uniquenessConstraints, uniquenessConstraint, constraint
    case userInfo, entry, elements

    // Attributes of several elements.
    case name, elementID, key, value

    // Attributes of a model.
    case type, documentVersion, lastSavedToolsVersion, systemVersion, minimumToolsVersion, sourceLanguage
    case macOSVersion, iOSVersion

    // Attributes of an attribute, a relationship, and a column of an index.
    case attributeType, toMany, property

    /// All names. The number of each name in ``table`` is its index.
    static let all = Array(allCases)

    /// All known names, for a parser, so that they have the same numbers in all documents.
    static let table = XMLNameTable(
        all.map(\.rawValue) + ModelSetting.allCases.map(\.rawValue).filter { FormatName(rawValue: $0) == nil })
}

extension XMLElement {
    /// The name, if it is part of the format.
    var formatName: FormatName? { nameNumber < FormatName.all.count ? FormatName.all[nameNumber] : nil }

    /// Returns the children with a name.
    func children(_ name: FormatName) -> some Sequence<XMLElement> { children.lazy.filter { $0.formatName == name } }

    /// The value of an attribute.
    subscript(name: FormatName) -> String? {
        attributes.first { $0.name < FormatName.all.count && FormatName.all[$0.name] == name }?.value
    }
}
