import ModelSchema

extension ModelFormat {
    static let relationship = ElementFormat(
        // A count that no file can say, to tell “not written” from any that is.
        Relationship(name: "", maximumCount: unwrittenCount, destinationName: nil),
        others: [toMany, maximumCount],
        complete: complete)

    /// Adds to a relationship what the format leaves unsaid.
    ///
    /// Source: no to-one in public models lacks `maxCount="1"`; generated ones mean a to-many by any other count.
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
        // What an unreadable one leaves open is decided by the count, which the writer may leave out.
        keepsUnreadableText: false,
        read: { text, relationship in
            guard let isToMany = Flag.value(of: text) else { return .unreadable(expected: "YES or NO") }
            relationship.isToMany = isToMany
            return nil
        },
        // A to-one whose count is not 1 must say so, or reading would take it for a to-many.
        write: { $0.isToMany ? "YES" : $0.maximumCount == 1 ? nil : "NO" })

    private static let maximumCount = ElementField<Relationship>(
        name: ModelSetting.maximumCount.rawValue,
        read: { text, relationship in
            guard let number = Int(text) else { return .unreadable(expected: "an integer") }
            // Generated files write -1 for “no bound”.
            relationship.maximumCount = max(number, 0)
            return nil
        },
        write: { $0.isToMany && $0.maximumCount == 0 ? nil : String($0.maximumCount) })
}
