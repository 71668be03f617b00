import ModelSchema

extension ModelFormat {
    static let relationship = ElementFormat(
        // A count that no file can contain means that the file does not specify it.
        Relationship(name: "", maximumCount: unwrittenCount, destinationName: nil),
        others: [toMany, maximumCount],
        complete: complete)

    /// Adds implicit settings to a relationship.
    ///
    /// Source: every to-one relationship in public models has `maxCount="1"`. In generated models, any other count
    /// means to-many.
    private static func complete(_ relationship: inout Relationship, from element: XMLElement) {
        let saysToMany = element[.toMany].flatMap(Flag.value) != nil
        let isCounted = relationship.maximumCount != unwrittenCount
        if !saysToMany, isCounted { relationship.isToMany = relationship.maximumCount != 1 }
        if !isCounted { relationship.maximumCount = relationship.isToMany ? 0 : 1 }
        if relationship.inverseName != nil, relationship.inverseEntityName == nil {
            relationship.inverseEntityName = relationship.destinationName
        }
    }

    private static let unwrittenCount = -1

    private static let toMany = ElementField<Relationship>(
        name: ModelSetting.isToMany.rawValue,
        // The count replaces an invalid flag, but the writer can leave out the count.
        keepsUnreadableText: false,
        read: { text, relationship in
            guard let isToMany = Flag.value(of: text) else { return .unreadable(expected: "YES or NO") }
            relationship.isToMany = isToMany
            return nil
        },
        // A to-one relationship with another count needs the flag, or the reader would treat it as to-many.
        write: { $0.isToMany ? "YES" : $0.maximumCount == 1 ? nil : "NO" })

    private static let maximumCount = ElementField<Relationship>(
        name: ModelSetting.maximumCount.rawValue,
        read: { text, relationship in
            guard let number = Int(text) else { return .unreadable(expected: "an integer") }
            // Generated files contain -1 for “no limit”.
            relationship.maximumCount = max(number, 0)
            return nil
        },
        write: { $0.isToMany && $0.maximumCount == 0 ? nil : String($0.maximumCount) })
}
