import ModelSchema

/// The contents and the size of an entity's box.
struct EntityBox {
    /// A line of a box: an attribute, a relationship, or a fetched property.
    struct Row {
        enum Kind: String { case attribute, relationship, fetched }

        let kind: Kind
        let name: String
        let isOptional: Bool
        /// Whether a uniqueness constraint includes the property.
        let isUnique: Bool
        /// The texts at the right end, from left to right, with the class of their style.
        let details: [(style: String, text: String)]
        /// All details, for a tooltip.
        let tooltip: String
    }

    static let rowHeight = 20.0
    static let characterWidth = 7.25
    /// The end of a line that points to the whole entity.
    static let headerPort = 15.0

    let entity: Entity
    let subtitle: String
    let rows: [Row]
    let width: Double

    init(_ entity: Entity) {
        self.entity = entity
        subtitle = [
            entity.isAbstract ? "abstract" : nil, entity.parentName.map { "child of \(shortened($0, to: 28))" },
            entity.className.flatMap { $0 == entity.name ? nil : "class \(shortened($0, to: 28))" },
        ].compactMap { $0 }.joined(separator: " · ")
        let unique = Set(entity.uniquenessConstraints.flatMap(\.propertyNames))
        rows =
            entity.attributes.map { Row($0, isUnique: unique.contains($0.name)) }
            + entity.relationships.map { Row($0, isUnique: unique.contains($0.name)) }
            + entity.fetchedProperties.map { Row($0) }
        let title = 9.2 * Double(columnCount(shortened(entity.name, to: EntityBox.longestName))) + 32
        let second = 6.6 * Double(columnCount(subtitle)) + 32
        width = (rows.map(\.width) + [title, second, 150]).reduce(0, max).rounded(.up)
    }

    static let longestName = 40

    var headerHeight: Double { subtitle.isEmpty ? 32 : 46 }
    var height: Double { headerHeight + Double(rows.count) * EntityBox.rowHeight + (rows.isEmpty ? 0 : 10) }

    /// The top of a line, from the top of the box.
    func top(ofRow index: Int) -> Double { headerHeight + 5 + Double(index) * EntityBox.rowHeight }

    /// The end of a relationship's line, from the top of the box.
    func port(ofRelationship index: Int) -> Double {
        top(ofRow: entity.attributes.count + index) + EntityBox.rowHeight / 2
    }
}

extension EntityBox.Row {
    fileprivate init(_ attribute: Attribute, isUnique: Bool) {
        kind = .attribute
        name = attribute.name
        isOptional = attribute.isOptional
        self.isUnique = isUnique
        let defaultText = attribute.defaultText.map { " = \(shortened($0, to: 20))" }
        details = [
            ("type", shortened(attribute.typeText, to: 28) + (attribute.isOptional ? "?" : "")),
            ("default", defaultText ?? ""),
        ]
        let facts = [
            "\(attribute.name): \(attribute.typeText), \(attribute.isOptional ? "optional" : "required")",
            attribute.defaultText.map { "default \($0)" }, attribute.boundsText, isUnique ? "unique" : nil,
        ]
        tooltip = (facts.compactMap { $0 } + attribute.notes).joined(separator: ", ")
    }

    fileprivate init(_ relationship: Relationship, isUnique: Bool) {
        kind = .relationship
        name = relationship.name
        isOptional = relationship.isOptional
        self.isUnique = isUnique
        details = [
            ("destination", shortened(relationship.destinationName ?? "no destination", to: 28)),
            ("multiplicity", " \(relationship.multiplicityText)"),
            ("rule \(relationship.deleteRule)", " \(relationship.deleteRuleText)"),
            ("ordered", relationship.keepsOrder ? " ordered" : ""),
        ]
        let facts = [
            "\(relationship.name): \(relationship.multiplicityText) \(relationship.destinationName ?? "?")",
            relationship.isOptional ? "optional" : "required", "on delete \(relationship.deleteRuleText)",
            relationship.inverseName.map { "inverse \($0)" } ?? "no inverse", isUnique ? "unique" : nil,
        ]
        tooltip = (facts.compactMap { $0 } + relationship.notes).joined(separator: ", ")
    }

    fileprivate init(_ property: FetchedProperty) {
        kind = .fetched
        name = property.name
        isOptional = property.isOptional
        isUnique = false
        details = [
            ("destination", shortened(property.fetchRequest.entityName ?? "no entity", to: 28)), ("rule", " fetched"),
        ]
        tooltip = "\(property.name): fetched where \(property.fetchRequest.predicateString ?? "anything")"
    }

    fileprivate var width: Double {
        let columns =
            columnCount(shortened(name, to: EntityBox.longestName)) + details.reduce(0) { $0 + columnCount($1.text) }
        return EntityBox.characterWidth * Double(columns + 3) + 30
    }
}
