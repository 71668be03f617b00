import ModelSchema

/// The descriptions of the format's elements.
///
/// Source: the XML of editors from Xcode 4 to Xcode 26 in public repositories, including the order of attributes.
enum ModelFormat {
    static let entity = ElementFormat(Entity(name: ""))

    static let attribute = ElementFormat(
        Attribute(name: "", type: .undefined),
        others: [
            Attribute.settings[.attributeType].flatMap {
                ElementField($0, omitted: .text(AttributeType.undefined.rawValue))
            }
        ].compactMap(\.self))

    static let composite = ElementFormat(Composite(name: "", attributes: []))

    static let configuration = ElementFormat(Configuration(name: "", entityNames: []))

    /// A member of a configuration, with the name of an entity.
    static let memberEntity = ElementFormat("", [.text(.name, \.self)])

    /// An element that contains only other elements.
    static let container = ElementFormat<Bool>(false, [])

    /// The name of a property, in an index or a constraint.
    static let propertyName = ElementFormat("", [.text(.value, \.self)])

    static let userInfoEntry = ElementFormat(
        UserInfo.Entry(key: "", value: ""), [.text(.key, \.key), .text(.value, \.value)])
}

extension ModelFormat {
    static let fetchedProperty = ElementFormat(FetchedProperty(name: "", fetchRequest: noFetchRequest))

    /// The fetch request of a fetched property without one. The editor gives all of them the same name.
    static let noFetchRequest = FetchRequestTemplate(name: FetchRequestTemplate.nameInProperties, entityName: nil)

    static let fetchRequest = ElementFormat(FetchRequestTemplate(name: "", entityName: nil))

    static let fetchIndex = ElementFormat(FetchIndex(name: "", elements: []))

    static let fetchIndexElement = ElementFormat(
        FetchIndex.Element(propertyName: nil),
        others: [FetchIndex.Element.settings[.columnKind].flatMap { ElementField($0, omitted: nil) }]
            .compactMap(\.self))
}
