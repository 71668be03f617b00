import ModelSchema

extension Attribute {
    /// The type for readers: a composite by its name, and a Transformable attribute by its class.
    var typeText: String {
        switch type {
        case .composite: compositeName ?? type.rawValue
        case .transformable: customTypeName ?? type.rawValue
        default: type.rawValue
        }
    }

    /// The default value as a literal: a string in quotes, or a date in ISO 8601; nil if there is none.
    var defaultText: String? {
        switch defaultValue {
        case nil: nil
        case .integer(let value): String(value)
        case .double(let value): String(value)
        case .decimal(let text), .uuid(let text), .uri(let text): text
        case .string(let text): "\"\(text)\""
        case .boolean(let value): value ? "YES" : "NO"
        case .date(let seconds): referenceDateText(seconds)
        }
    }

    /// The bounds of the value, or of a string's length: `0...10`, `≥ 3`, `length ≤ 60`; nil if there are none.
    var boundsText: String? {
        let isDate = type == .date
        let least = isDate ? minDateTimeInterval.flatMap(Double.init).map(referenceDateText) : minValueString
        let greatest = isDate ? maxDateTimeInterval.flatMap(Double.init).map(referenceDateText) : maxValueString
        let prefix = type == .string ? "length " : ""
        switch (least, greatest) {
        case (nil, nil): return nil
        case (let least?, nil): return "\(prefix)≥ \(least)"
        case (nil, let greatest?): return "\(prefix)≤ \(greatest)"
        case (let least?, let greatest?): return "\(prefix)\(least)...\(greatest)"
        }
    }

    /// The details for a table or tooltip, in addition to name, type, optionality, default value, and bounds.
    var notes: [String] {
        var notes: [String] = []
        if isTransient { notes.append("transient") }
        if isDerived { notes.append("derived: \(derivationExpression ?? "no expression")") }
        if usesScalarValueType == true { notes.append("scalar") }
        if let regularExpressionString { notes.append("matches \(regularExpressionString)") }
        if type == .transformable, let valueTransformerName, !valueTransformerName.isEmpty {
            notes.append("transformer \(valueTransformerName)")
        }
        if allowsExternalBinaryDataStorage { notes.append("external storage") }
        if allowsCloudEncryption { notes.append("encrypted in the cloud") }
        if isIndexed { notes.append("indexed") }
        if isIndexedBySpotlight { notes.append("in Spotlight") }
        if isStoredInTruthFile { notes.append("in the truth file") }
        if preservesValueInHistoryOnDeletion { notes.append("preserved after deletion") }
        if let renamingIdentifier, renamingIdentifier != name { notes.append("renamed from \(renamingIdentifier)") }
        if let versionHashModifier { notes.append("hash modifier \(versionHashModifier)") }
        return notes
    }
}
