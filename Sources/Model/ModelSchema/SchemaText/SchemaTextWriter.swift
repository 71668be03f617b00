/// Writes the part of a model that a running program needs as text, with one line for each element.
///
/// Generated code contains the model in this form because the compiler reads one string literal far faster than the
/// calls that would build the model.
package struct SchemaTextWriter {
    private var lines: [String] = []

    /// Returns the lines of a model's settings that have a word in a schema text, without line ends. Equal models give
    /// equal lines, regardless of the order of their entities and properties.
    package static func lines(of model: Model) -> [String] {
        var writer = SchemaTextWriter()
        writer.write(model.inSchemaTextOrder)
        return writer.lines
    }

    private mutating func write(_ model: Model) {
        add(line(.model, model, indent: 0))
        for entity in model.entities { write(entity) }
        for composite in model.composites {
            add(line(.composite, composite, indent: 0))
            for attribute in composite.attributes { write(attribute) }
        }
        for configuration in model.configurations { add(line(.configuration, configuration, indent: 0)) }
        for request in model.fetchRequestTemplates { add(line(.request, request, indent: 0)) }
    }

    private mutating func write(_ entity: Entity) {
        add(line(.entity, entity, indent: 0), entity.userInfo)
        for attribute in entity.attributes { write(attribute) }
        for relationship in entity.relationships {
            add(line(.relationship, relationship, indent: 1), relationship.userInfo)
        }
        for property in entity.fetchedProperties {
            var line = line(.fetched, property, indent: 1)
            line.add(.name, property.fetchRequest.name)
            line.add(settingsOf: property.fetchRequest)
            add(line, property.userInfo)
        }
        for index in entity.indexes { add(line(.index, index, indent: 1)) }
        for constraint in entity.uniquenessConstraints {
            var line = SchemaLine(.unique, indent: 1)
            for name in constraint.propertyNames { line.add(name) }
            add(line)
        }
    }

    private mutating func write(_ attribute: Attribute) {
        var line = SchemaLine(.attribute, indent: 1)
        line.add(attribute.name)
        line.add(attribute.type.schemaWord)
        line.add(settingsOf: attribute)
        add(line, attribute.userInfo)
    }

    /// Returns a line with the name and settings of an element.
    private func line<Element: NamedElement>(_ field: SchemaField, _ element: Element, indent: Int) -> SchemaLine {
        var line = SchemaLine(field, indent: indent)
        line.add(element.name)
        line.add(settingsOf: element)
        return line
    }

    private mutating func add(_ line: SchemaLine, _ userInfo: UserInfo = [:]) {
        var line = line
        line.add(userInfo)
        lines.append(line.text)
    }
}
