/// An ID within one graph in one word: the table of the entity and the store, whether the object is new,
/// and its number.
///
/// References of one entity sort in the order of the objects' creation: by number, with new objects last.
@usableFromInline
package struct ObjectReference: Sendable, Hashable, RawRepresentable {
    /// From the highest bits: table, whether the object is new, number.
    @usableFromInline
    package let rawValue: UInt64

    /// The greatest possible number.
    @inlinable
    package static var maximumNumber: Int64 { 1 << 46 - 1 }
    /// The number of possible tables.
    @inlinable
    package static var tableLimit: Int { 1 << 17 }
    /// No object: no object has the number 0.
    @inlinable
    package static var none: ObjectReference { ObjectReference(rawValue: 0) }
    @inlinable
    static var temporaryBit: UInt64 { 1 << 46 }
    @inlinable
    static var entityShift: UInt64 { 47 }

    /// - Parameter rawValue: The raw value of another reference of the same graph.
    @inlinable
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// - Precondition: `number` is from 1 to ``maximumNumber``, and there are less than 2¹⁷ tables.
    @inlinable
    package init(entity ordinal: Int, number: Int64, isTemporary: Bool = false) {
        require(number > 0 && number <= Self.maximumNumber, "\(number) is not a valid object number")
        rawValue = UInt64(ordinal) << Self.entityShift | (isTemporary ? Self.temporaryBit : 0) | UInt64(number)
    }

    /// Whether it refers to no object.
    @inlinable
    package var isNone: Bool { rawValue == 0 }
    /// Whether the object has no permanent ID yet.
    @inlinable
    package var isTemporary: Bool { rawValue & Self.temporaryBit != 0 }
    /// The number of the object, from 1; 0 for none.
    @inlinable
    package var number: Int64 { Int64(rawValue & (Self.temporaryBit - 1)) }
    /// The table of the object's entity in its store, as in ``GraphLayout``. For a new object, the index of the entity
    /// in ``ManagedObjectModel/entities``, whichever store will receive it.
    @inlinable
    package var entityOrdinal: Int { Int(rawValue >> Self.entityShift) }
}

extension ObjectReference: Comparable {
    @inlinable
    package static func < (left: ObjectReference, right: ObjectReference) -> Bool { left.rawValue < right.rawValue }
}
