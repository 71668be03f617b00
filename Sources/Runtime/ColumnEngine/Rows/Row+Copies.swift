extension Row {
    /// A row without values, in its own columns.
    package init(emptyOf entity: EntityDescription, _ reference: ObjectReference) {
        self.init(
            of: entity, reference, values: Array(repeating: .null, count: entity.attributes.count),
            links: entity.noLinks)
    }

    /// A row with some values, in its own columns.
    package init(
        of entity: EntityDescription, _ reference: ObjectReference, values: [AttributeValue], links: [Links],
        version: Int32 = 0
    ) {
        var contents = RowContents(for: entity)
        contents.append(reference, values, links)
        if version != 0 { contents.setVersion(version, at: 0) }
        self.init(RowChunk(contents), 0)
    }

    /// The row with another value of an attribute, in its own columns.
    package func setting(_ value: AttributeValue, at attribute: Int) -> Row {
        var contents = onlyRow
        contents.columns[attribute].set(value, at: 0)
        return Row(RowChunk(contents), 0)
    }

    /// The row with other destinations of some relationships, in its own columns.
    package func changingLinks(at relationships: [Int], _ body: (_ relationship: Int, inout Links) -> Void) -> Row {
        var contents = onlyRow
        for relationship in relationships { contents.links[relationship].change(at: 0) { body(relationship, &$0) } }
        return Row(RowChunk(contents), 0)
    }

    /// A copy of the columns with this row alone.
    private var onlyRow: RowContents {
        var contents = chunk.contents
        contents.keep([index])
        return contents
    }
}
