import JSONTokens
import ModelSchema
import ObjectGraph

/// The store and its model, which the page asks for first.
package struct OverviewResponse: Sendable, Encodable {
    package var name: String
    package var kind: String
    package var path: String
    /// The reason why the store cannot be changed; nil if it can.
    package var readOnlyReason: String?
    package var tracksHistory: Bool
    /// The entity to show first: the first one with objects.
    package var first: String?
    package var entities: [EntityResponse]
}

/// An entry of a user info.
package struct Note: Sendable, Encodable {
    package var key: String
    package var text: String

    /// The entries for people, without those that control generated code.
    static func all(of userInfo: UserInfo) -> [Note] {
        userInfo.entries.filter { !$0.key.hasPrefix("modelgen.") }.map { Note(key: $0.key, text: $0.value) }
    }
}

/// An entity of the model.
package struct EntityResponse: Sendable, Encodable {
    package var name: String
    package var parent: String?
    package var isAbstract: Bool
    package var notes: [Note]
    /// The attribute that names objects; nil for names of several values.
    package var label: String?
    package var properties: [PropertyResponse]
    /// The uniqueness constraints, each as the names of its properties.
    package var uniqueness: [[String]]

    /// - Parameter remainingMemberCount: The number of members of composites that the answer can still contain.
    init(
        _ entity: EntityDescription, in model: Model, _ labels: ObjectLabels, remainingMemberCount: inout Int
    ) {
        name = entity.name
        parent = entity.schema.parentName
        isAbstract = entity.isAbstract
        notes = Note.all(of: entity.schema.userInfo)
        label = labels.key(of: entity)
        properties = []
        for attribute in entity.attributes {
            properties.append(PropertyResponse(attribute, in: model, remainingMemberCount: &remainingMemberCount))
        }
        properties += entity.relationships.map(PropertyResponse.init)
        uniqueness = entity.schema.uniquenessConstraints.map(\.propertyNames)
    }
}

/// The attribute that now names the objects of an entity.
package struct LabelResponse: Sendable, Encodable {
    package var label: String?
}

/// An attribute or a relationship.
package struct PropertyResponse: Sendable, Encodable {
    package struct Case: Sendable, Encodable {
        package var name: String
        package var stored: String
    }

    package var name: String
    /// The type of an attribute; nil for a relationship.
    package var type: String?
    package var notes: [Note]
    package var isOptional: Bool
    /// Whether the property cannot be edited, because it is derived, or has a type without values.
    package var isFixed = false
    package var isTransient = false
    /// The requirements of the model for values, in words.
    package var rules: [String] = []
    package var cases: [Case]?
    /// The members of a composite, in the model's order; nil if there are too many to show.
    package var members: [PropertyResponse]?
    package var destination: String?
    package var inverse: String?
    package var isToMany = false
    package var isOrdered = false
    package var deleteRule: String?

    /// The maximum depth of composites in composites.
    private static let maximumDepth = 8
    /// The maximum number of members in an answer, which would otherwise be exponential in the depth.
    static let maximumMemberCount = 10_000

    init(_ attribute: Attribute, in model: Model, depth: Int = 0, remainingMemberCount: inout Int) {
        name = attribute.name
        type = attribute.type.rawValue
        notes = Note.all(of: attribute.userInfo)
        isOptional = attribute.isOptional
        isTransient = attribute.isTransient
        isFixed = attribute.isDerived || [.objectID, .undefined].contains(attribute.type)
        if attribute.type == .composite {
            let composite = attribute.compositeName.flatMap(model.composite(named:))
            remainingMemberCount -= composite?.attributes.count ?? 0
            if depth < Self.maximumDepth, remainingMemberCount >= 0, let composite {
                var members: [PropertyResponse] = []
                for member in composite.attributes {
                    members.append(
                        PropertyResponse(
                            member, in: model, depth: depth + 1, remainingMemberCount: &remainingMemberCount))
                }
                self.members = members
            } else {
                isFixed = true
            }
        }
        if attribute.type == .transformable, let name = attribute.customTypeName ?? attribute.valueTransformerName {
            rules.append("contains \(name)")
        }
        if attribute.isDerived, let expression = attribute.derivationExpression {
            rules.append("derived from \(expression)")
        }
        if let text = attribute.minValueString { rules.append("at least \(text)") }
        if let text = attribute.maxValueString { rules.append("at most \(text)") }
        if let text = attribute.minDateTimeInterval.flatMap(Self.dateText) { rules.append("not before \(text)") }
        if let text = attribute.maxDateTimeInterval.flatMap(Self.dateText) { rules.append("not after \(text)") }
        if let text = attribute.regularExpressionString { rules.append("matches \(text)") }
        if let text = attribute.defaultValueString { rules.append("default \(text)") }
        cases = attribute.enumeration?.cases?.map { Case(name: $0.name, stored: $0.storedText) }
    }

    private static func dateText(_ interval: String) -> String? { Double(interval).map { DateText.text(for: $0) } }

    init(_ relationship: RelationshipDescription) {
        name = relationship.name
        notes = Note.all(of: relationship.schema.userInfo)
        isOptional = !relationship.isRequired
        destination = relationship.destinationName
        inverse = relationship.inverseName
        isToMany = relationship.isToMany
        isOrdered = relationship.isOrdered
        deleteRule = relationship.schema.deleteRule.rawValue
        let (least, most) = (relationship.schema.minimumCount, relationship.schema.maximumCount)
        if relationship.isToMany, least > 0 { rules.append("at least \(least)") }
        if relationship.isToMany, most > 0 { rules.append("at most \(most)") }
    }
}
