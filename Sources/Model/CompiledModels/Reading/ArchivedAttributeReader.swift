import ModelExpressions
import ModelSchema

/// Reads the attributes of an entity.
struct ArchivedAttributeReader {
    /// The bits of `NSFlagsKey` that are known from public models.
    private static let externalStorageFlag: Int64 = 4
    private static let preservationFlag: Int64 = 16

    /// The parts that could not be read.
    private(set) var notes: [String] = []
    /// The composites of attributes, with the attributes' names, because archives contain only the names of members.
    private(set) var composites: [Composite] = []

    /// An attribute; nil if its type is unknown.
    ///
    /// - Parameters:
    ///   - place: The attribute in notes: `Entity/attribute`.
    ///   - depth: The number of composites that contain the attribute.
    mutating func attribute(
        _ archived: ArchivedValue, named name: String, at place: String, depth: Int = 0
    ) -> Attribute? {
        let number = archived[.attributeType]?.integer ?? 0
        guard let type = Int32(exactly: number).flatMap(AttributeType.init(coreDataNumber:)) else {
            notes.append("\(place): left out, because its type \(number) is unknown")
            return nil
        }
        var attribute = Attribute(name: name, type: type)
        attribute.isOptional = archived[.isOptional]?.boolean ?? false
        attribute.isTransient = archived[.isTransient]?.boolean ?? false
        attribute.isIndexed = archived[.isIndexed]?.boolean ?? false
        attribute.isIndexedBySpotlight = archived[.isIndexedBySpotlight]?.boolean ?? false
        attribute.renamingIdentifier = archived.renamingIdentifier(of: name)
        attribute.versionHashModifier = archived[.versionHashModifier]?.text
        attribute.valueTransformerName = archived[.valueTransformerName]?.text
        attribute.userInfo = archived.userInfo
        // For other types, the class follows from the type.
        if type == .transformable { attribute.customClassName = archived[.attributeValueClassName]?.text }
        readFlags(of: archived, into: &attribute, at: place)
        readDefault(of: archived, into: &attribute, at: place)
        readBounds(of: archived, into: &attribute, at: place)
        if archived.className == "NSDerivedAttributeDescription" {
            readDerivation(of: archived, into: &attribute, at: place)
        }
        if type == .composite { readMembers(of: archived, into: &attribute, at: place, depth: depth + 1) }
        return attribute
    }

    private mutating func readFlags(of archived: ArchivedValue, into attribute: inout Attribute, at place: String) {
        let flags = archived[.attributeFlags]?.integer ?? 0
        attribute.preservesValueInHistoryOnDeletion = flags & Self.preservationFlag != 0
        attribute.allowsExternalBinaryDataStorage = flags & Self.externalStorageFlag != 0
        let others = flags & ~(Self.preservationFlag | Self.externalStorageFlag)
        if others != 0 { notes.append("\(place): the flags \(others) are unknown") }
    }

    private mutating func readDefault(of archived: ArchivedValue, into attribute: inout Attribute, at place: String) {
        guard let value = archived[.defaultValue] else { return }
        if attribute.type == .date, let seconds = value.date {
            attribute.defaultDateTimeInterval = seconds.plainText
        } else if let text = text(of: value, type: attribute.type) {
            attribute.defaultValueString = text
        } else {
            notes.append("\(place): the default of class \(value.className ?? "unknown") is left out")
        }
    }

    /// A value in the form of defaults in model files; nil for values without such a form.
    private func text(of value: ArchivedValue, type: AttributeType) -> String? {
        switch type {
        case .boolean: value.boolean.map { $0 ? "YES" : "NO" }
        case .uuid: ArchivedNumbers.uuid(value) ?? value.text
        case .uri: ArchivedNumbers.uri(value) ?? value.text
        case .decimal: ArchivedNumbers.decimal(value) ?? value.numberText
        case .integer16, .integer32, .integer64, .double, .float: value.numberText ?? ArchivedNumbers.decimal(value)
        case .string: value.text
        case .date, .binary, .transformable, .objectID, .composite, .undefined: nil
        }
    }

    private mutating func readBounds(of archived: ArchivedValue, into attribute: inout Attribute, at place: String) {
        guard let predicates = archived[.validationPredicates]?.elements, !predicates.isEmpty else { return }
        let bounds = ValidationBounds(predicates)
        if attribute.type == .date {
            attribute.minDateTimeInterval = bounds.least?.boundText
            attribute.maxDateTimeInterval = bounds.greatest?.boundText
        } else {
            attribute.minValueString = bounds.least?.boundText
            attribute.maxValueString = bounds.greatest?.boundText
        }
        attribute.regularExpressionString = bounds.pattern
        if bounds.isIncomplete { notes.append("\(place): not all validation predicates can be read") }
    }

    private mutating func readDerivation(
        of archived: ArchivedValue, into attribute: inout Attribute, at place: String
    ) {
        attribute.isDerived = true
        let expression = ArchivedExpressionReader().expression(archived[.derivationExpression])
        if let printed = expression?.asDerivation.printed, printed.arguments.isEmpty {
            attribute.derivationExpression = printed.format
        } else {
            notes.append("\(place): the derivation cannot be read")
        }
        if archived[.filteringPredicate] != nil {
            notes.append("\(place): the filter of the derivation is left out")
        }
    }

    private mutating func readMembers(
        of archived: ArchivedValue, into attribute: inout Attribute, at place: String, depth: Int
    ) {
        guard depth <= KeyedArchive.maximumCompositeDepth else {
            return notes.append("\(place): the members of the composite are left out, because it is too deep")
        }
        var members: [Attribute] = []
        for element in archived[.compositeElements]?.elements ?? [] {
            guard let name = element[.propertyName]?.text else { continue }
            let member = self.attribute(
                element, named: name, at: "\(place)/\(name.prefix(100))", depth: depth)
            if let member { members.append(member) }
        }
        // Archives do not contain the composite's own name.
        let name = place.split(separator: "/").joined(separator: "_")
        attribute.compositeName = name
        composites.append(Composite(name: name, attributes: members))
        notes.append("\(place): the composite has the name of the attribute")
    }
}
