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
