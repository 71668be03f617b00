import ModelDiagnostics
import ModelSchema

extension ModelElementReader {
    mutating func entity(_ element: XMLElement, at path: SchemaPath) -> Entity {
        var reader = ElementReader(element, at: path)
        let entity = Entity(
            name: reader.requiredName(&report),
            representedClassName: reader.string("representedClassName"),
            isAbstract: reader.flag("isAbstract", &report),
            parentName: reader.string("parentEntity"),
            codeGeneration: reader.choice("codeGenerationType", CodeGeneration.self, &report),
            renamingIdentifier: reader.string("elementID"),
            versionHashModifier: reader.string("versionHashModifier"),
            isSyncable: reader.flag("syncable", &report),
            spotlightDisplayNameExpression: reader.string("coreSpotlightDisplayNameExpression"),
            attributes: read(.attribute, in: element, at: path) { $0.attribute($1, at: $2) },
            relationships: read(.relationship, in: element, at: path) { $0.relationship($1, at: $2) },
            fetchedProperties: read(.fetchedProperty, in: element, at: path) { $0.fetchedProperty($1, at: $2) },
            indexes: read(.fetchIndex, in: element, at: path) { $0.fetchIndex($1, at: $2) },
            compoundIndexes: compoundIndexes(of: element, at: path),
            uniquenessConstraints: uniquenessConstraints(of: element, at: path),
            userInfo: userInfo(of: element, at: path))
        reader.finish(
            knownChildren: [
                "attribute", "relationship", "fetchedProperty", "fetchIndex", "compoundIndexes",
                "uniquenessConstraints", "userInfo",
            ], &report)
        return entity
    }

    private mutating func fetchedProperty(_ element: XMLElement, at path: SchemaPath) -> FetchedProperty {
        var reader = ElementReader(element, at: path)
        let name = reader.requiredName(&report)
        let requests = read(.fetchRequest, in: element, at: path) { $0.fetchRequest($1, at: $2) }
        if requests.count != 1 {
            report.add(.fetchRequestCount(requests.count, at: path))
        }
        let property = FetchedProperty(
            name: name,
            isOptional: reader.flag("optional", &report),
            fetchRequest: requests.first
                ?? FetchRequestTemplate(name: "fetchedPropertyFetchRequest", entityName: nil),
            isSyncable: reader.flag("syncable", &report),
            userInfo: userInfo(of: element, at: path))
        reader.finish(knownChildren: ["fetchRequest", "userInfo"], &report)
        return property
    }

    private mutating func fetchIndex(_ element: XMLElement, at path: SchemaPath) -> FetchIndex {
        var reader = ElementReader(element, at: path)
        let index = FetchIndex(
            name: reader.requiredName(&report),
            elements: read(.fetchIndexElement, in: element, at: path, nameAttribute: nil) { reader, element, path in
                var fields = ElementReader(element, at: path)
                let indexed = FetchIndex.Element(
                    propertyName: fields.string("property"),
                    expression: fields.string("expression"),
                    expressionType: fields.string("expressionType"),
                    kind: fields.choice("type", FetchIndex.Element.Kind.self, &reader.report) ?? .binary,
                    order: fields.choice("order", FetchIndex.Element.Order.self, &reader.report) ?? .ascending)
                fields.finish(&reader.report)
                return indexed
            },
            partialIndexPredicate: reader.string("partialIndexPredicate"))
        reader.finish(knownChildren: ["fetchIndexElement"], &report)
        return index
    }

    private mutating func compoundIndexes(of element: XMLElement, at path: SchemaPath) -> [[String]] {
        element.children(named: "compoundIndexes").flatMap { list in
            ElementReader(list, at: path).finish(knownChildren: ["compoundIndex"], &report)
            return read(.compoundIndex, in: list, at: path, nameAttribute: nil) { reader, index, path in
                reader.values(named: "index", in: index, at: path)
            }
        }
    }

    private mutating func uniquenessConstraints(
        of element: XMLElement, at path: SchemaPath
    ) -> [UniquenessConstraint] {
        element.children(named: "uniquenessConstraints").flatMap { list in
            ElementReader(list, at: path).finish(knownChildren: ["uniquenessConstraint"], &report)
            return read(.uniquenessConstraint, in: list, at: path, nameAttribute: nil) { reader, constraint, path in
                UniquenessConstraint(reader.values(named: "constraint", in: constraint, at: path))
            }
        }
    }

    /// The `value`s of the elements in a list, in order.
    private mutating func values(named name: String, in element: XMLElement, at path: SchemaPath) -> [String] {
        ElementReader(element, at: path).finish(knownChildren: [name], &report)
        return element.children(named: name).map { item in
            var fields = ElementReader(item, at: path)
            let value = fields.string("value") ?? ""
            fields.finish(&report)
            return value
        }
    }
}

extension Diagnostic.Code {
    /// A fetched property does not hold exactly one fetch request.
    static let fetchRequestCount = Self("fetched-property-request-count")
}

extension Diagnostic {
    fileprivate static func fetchRequestCount(_ count: Int, at path: SchemaPath) -> Self {
        Diagnostic(
            .error, .fetchRequestCount, "fetched property '\(path)' holds \(count) fetch requests instead of one",
            at: path, hint: "set the destination and predicate again in the editor")
    }
}
