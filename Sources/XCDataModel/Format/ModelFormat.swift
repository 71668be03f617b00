import ModelSchema

/// The elements of the format, one description each.
///
/// Source: the XML that editors from Xcode 4 to Xcode 26 have written into public repositories, order of attributes
/// included.
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

    /// A member of a configuration: the name of an entity.
    static let memberEntity = ElementFormat("", [.text(.name, \.self)])

    /// An element that holds nothing but other elements.
    static let container = ElementFormat<Bool>(false, [])

    /// The name of a property, in an index or a constraint.
    static let propertyName = ElementFormat("", [.text(.value, \.self)])

    static let userInfoEntry = ElementFormat(
        UserInfo.Entry(key: "", value: ""), [.text(.key, \.key), .text(.value, \.value)])
}
