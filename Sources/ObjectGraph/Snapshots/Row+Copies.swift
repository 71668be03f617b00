extension Row {
    /// A copy of the columns with this row alone.
    var onlyRow: RowContents {
        var contents = chunk.contents
        contents.keep([index])
        return contents
    }
}

extension RowContents {
    /// One row without any values.
    init(emptyRowOf entity: EntityDescription, _ reference: ObjectReference) {
        self.init(for: entity)
        append(reference, Array(repeating: .null, count: entity.attributes.count), entity.noLinks)
    }

    /// One row with some values.
    init(
        of entity: EntityDescription, _ reference: ObjectReference, values: [AttributeValue], links: [Links],
        version: Int32
    ) {
        self.init(for: entity)
        append(reference, values, links)
        versions[0] = version
    }
}
