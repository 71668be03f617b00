import ModelDiagnostics
import ModelSchema

/// Turns the elements of a model's XML into the model's values.
///
/// Unknown names are reported, and stale or contradictory values are kept as they are: judging them needs the whole
/// model.
struct ModelElementReader {
    var report: ReadingReport

    mutating func model(_ element: XMLElement, named name: String) -> Model {
        var reader = ElementReader(element, at: .model)
        reader.skip(
            "type", "documentVersion", "lastSavedToolsVersion", "systemVersion", "minimumToolsVersion",
            "sourceLanguage", "name", "macOSVersion", "iOSVersion")
        let model = Model(
            name: name,
            versionIdentifier: reader.string("userDefinedModelVersionIdentifier") ?? "",
            entities: read(.entity, in: element, at: .model) { $0.entity($1, at: $2) },
            fetchRequestTemplates: read(.fetchRequest, in: element, at: .model) { $0.fetchRequest($1, at: $2) },
            configurations: read(.configuration, in: element, at: .model) { $0.configuration($1, at: $2) },
            composites: read(.composite, in: element, at: .model) { $0.composite($1, at: $2) },
            isUsedWithCloudKit: reader.flag("usedWithCloudKit", &report),
            isUsedWithSwiftData: reader.flag("usedWithSwiftData", &report))
        // <elements> holds the positions of a diagram in editors of the past.
        reader.finish(
            knownChildren: ["entity", "fetchRequest", "configuration", "composite", "elements"], &report)
        return model
    }

    /// Reads the elements of one kind, telling equally named ones apart.
    mutating func read<Value>(
        _ kind: SchemaPath.Kind, in element: XMLElement, at path: SchemaPath,
        nameAttribute: String? = "name", _ read: (inout Self, XMLElement, SchemaPath) -> Value
    ) -> [Value] {
        var values: [Value] = []
        var occurrences: [String?: Int] = [:]
        for child in element.children where child.name == kind.xmlName {
            let name = nameAttribute.flatMap { child[$0] }
            let occurrence = occurrences[name, default: 0]
            occurrences[name] = occurrence + 1
            values.append(read(&self, child, path.appending(kind, name, occurrence: occurrence)))
        }
        return values
    }

    mutating func userInfo(of element: XMLElement, at path: SchemaPath) -> UserInfo {
        UserInfo(
            entries: element.children(named: "userInfo").flatMap { list in
                ElementReader(list, at: path).finish(knownChildren: ["entry"], &report)
                return read(.userInfoEntry, in: list, at: path, nameAttribute: "key") { reader, entry, path in
                    var fields = ElementReader(entry, at: path)
                    let key = fields.string("key") ?? ""
                    let value = fields.string("value") ?? ""
                    fields.finish(&reader.report)
                    return UserInfo.Entry(key: key, value: value)
                }
            })
    }

    private mutating func configuration(_ element: XMLElement, at path: SchemaPath) -> Configuration {
        var reader = ElementReader(element, at: path)
        let configuration = Configuration(
            name: reader.requiredName(&report),
            entityNames: read(.memberEntity, in: element, at: path) { reader, member, path in
                var fields = ElementReader(member, at: path)
                let name = fields.requiredName(&reader.report)
                fields.finish(&reader.report)
                return name
            },
            isUsedWithCloudKit: reader.flag("usedWithCloudKit", &report))
        reader.finish(knownChildren: ["memberEntity"], &report)
        return configuration
    }

    private mutating func composite(_ element: XMLElement, at path: SchemaPath) -> Composite {
        var reader = ElementReader(element, at: path)
        let composite = Composite(
            name: reader.requiredName(&report),
            attributes: read(.attribute, in: element, at: path) { $0.attribute($1, at: $2) })
        reader.finish(knownChildren: ["attribute"], &report)
        return composite
    }

    mutating func fetchRequest(_ element: XMLElement, at path: SchemaPath) -> FetchRequestTemplate {
        var reader = ElementReader(element, at: path)
        let template = FetchRequestTemplate(
            name: reader.requiredName(&report),
            entityName: reader.string("entity"),
            predicateString: reader.string("predicateString"),
            resultType: resultType(&reader),
            fetchLimit: reader.integer("fetchLimit", &report) ?? 0,
            fetchBatchSize: reader.integer("fetchBatchSize", &report) ?? 0,
            includesSubentities: reader.optionalFlag("includeSubentities", &report),
            includesPropertyValues: reader.optionalFlag("includePropertyValues", &report),
            includesPendingChanges: reader.optionalFlag("includesPendingChanges", &report),
            returnsObjectsAsFaults: reader.optionalFlag("returnObjectsAsFaults", &report),
            returnsDistinctResults: reader.optionalFlag("returnDistinctResults", &report))
        reader.finish(&report)
        return template
    }

    private mutating func resultType(_ reader: inout ElementReader) -> FetchRequestTemplate.ResultType {
        guard let number = reader.integer("resultType", &report) else { return .objects }
        guard let type = FetchRequestTemplate.ResultType(rawValue: number) else {
            report.add(
                .invalidValue(String(number), of: "resultType", at: reader.path, expected: "one of 0, 1, 2 and 4"))
            return .objects
        }
        return type
    }
}
