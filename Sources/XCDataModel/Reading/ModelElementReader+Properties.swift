import ModelDiagnostics
import ModelSchema

extension ModelElementReader {
    mutating func attribute(_ element: XMLElement, at path: SchemaPath) -> Attribute {
        var reader = ElementReader(element, at: path)
        let attribute = Attribute(
            name: reader.requiredName(&report),
            // An absent type means Undefined; so does one that is not known, which has been reported as an error.
            type: reader.choice("attributeType", AttributeType.self, &report) ?? .undefined,
            isOptional: reader.flag("optional", &report),
            isTransient: reader.flag("transient", &report),
            isDerived: reader.flag("derived", &report),
            derivationExpression: reader.string("derivationExpression"),
            usesScalarValueType: reader.optionalFlag("usesScalarValueType", &report),
            defaultValueString: reader.string("defaultValueString"),
            defaultDateTimeInterval: reader.string("defaultDateTimeInterval"),
            minValueString: reader.string("minValueString"),
            maxValueString: reader.string("maxValueString"),
            minDateTimeInterval: reader.string("minDateTimeInterval"),
            maxDateTimeInterval: reader.string("maxDateTimeInterval"),
            regularExpressionString: reader.string("regularExpressionString"),
            valueTransformerName: reader.string("valueTransformerName"),
            customClassName: reader.string("customClassName"),
            compositeName: reader.string("composite"),
            allowsExternalBinaryDataStorage: reader.flag("allowsExternalBinaryDataStorage", &report),
            allowsCloudEncryption: reader.flag("allowsCloudEncryption", &report),
            isIndexed: reader.flag("indexed", &report),
            isIndexedBySpotlight: reader.flag("spotlightIndexingEnabled", &report),
            isStoredInTruthFile: reader.flag("storedInTruthFile", &report),
            preservesValueInHistoryOnDeletion: reader.flag("preserveAfterDeletion", &report),
            renamingIdentifier: reader.string("elementID"),
            versionHashModifier: reader.string("versionHashModifier"),
            isSyncable: reader.flag("syncable", &report),
            userInfo: userInfo(of: element, at: path))
        reader.finish(knownChildren: ["userInfo"], &report)
        return attribute
    }

    mutating func relationship(_ element: XMLElement, at path: SchemaPath) -> Relationship {
        var reader = ElementReader(element, at: path)
        let maximum = reader.integer("maxCount", &report)
        let isToMany = reader.optionalFlag("toMany", &report) ?? maximum.map { $0 != 1 } ?? false
        let relationship = Relationship(
            name: reader.requiredName(&report),
            isOptional: reader.flag("optional", &report),
            isTransient: reader.flag("transient", &report),
            isToMany: isToMany,
            minimumCount: reader.integer("minCount", &report) ?? 0,
            // Generated files write -1 for “no bound”.
            maximumCount: maximum.map { max($0, 0) },
            isOrdered: reader.flag("ordered", &report),
            deleteRule: reader.choice("deletionRule", DeleteRule.self, &report) ?? .nullify,
            destinationName: reader.string("destinationEntity"),
            inverseName: reader.string("inverseName"),
            inverseEntityName: reader.string("inverseEntity"),
            renamingIdentifier: reader.string("elementID"),
            versionHashModifier: reader.string("versionHashModifier"),
            isIndexed: reader.flag("indexed", &report),
            isSyncable: reader.flag("syncable", &report),
            userInfo: userInfo(of: element, at: path))
        reader.finish(knownChildren: ["userInfo"], &report)
        return relationship
    }
}
