import ColumnEngine
import Foundation
import ModelSchema

enum AttributeSource {
    /// All objects get one value: the default of a new attribute.
    case constant(AttributeValue)
    /// From an attribute of the older entity, by its index.
    case kept(Int)
    /// Like ``kept``, with a value for objects without one.
    case filled(Int, AttributeValue)
    /// From an attribute of a narrower type (rule MIG-21 applies to others).
    case widened(Int)
    /// From a composite with changed members, or with members that are now required.
    case recomposed(Int, CompositeMapping)
    /// From an attribute with values of another type, none of which are kept.
    case incompatibleType(Int)

    /// - Parameters:
    ///   - attribute: The attribute of the newer entity.
    ///   - defaultValue: Its default value.
    ///   - entity: The newer entity.
    ///   - old: The attribute that it continues, its index, and the older entity; nil for a new one.
    init(
        _ attribute: Attribute, defaultValue: AttributeValue, of entity: EntityDescription,
        from old: (index: Int, attribute: Attribute, entity: EntityDescription)?
    ) {
        if attribute.isTransient {
            self = .constant(.null)
            return
        }
        guard let old, !old.attribute.isTransient else {
            self = .constant(attribute.isDerived ? .null : defaultValue)
            return
        }
        // The derivation computes its value from the migrated objects, whatever was stored.
        guard !attribute.isDerived || old.attribute.isDerived && old.attribute.type == attribute.type else {
            self = .constant(.null)
            return
        }
        guard old.attribute.type == attribute.type else {
            self = old.attribute.type.isHeld(by: attribute.type) ? .widened(old.index) : .incompatibleType(old.index)
            return
        }
        if let before = old.entity.composite(of: old.attribute), let after = entity.composite(of: attribute),
            !CompositeMapping.isUnchanged(before, of: old.entity, after, of: entity)
        {
            guard let mapping = CompositeMapping(from: before, of: old.entity, to: after, of: entity) else {
                self = .incompatibleType(old.index)
                return
            }
            if mapping.changesValues || mapping.requiresMore {
                self = .recomposed(old.index, mapping)
                return
            }
        }
        let isFilled = old.attribute.isOptional && !attribute.isOptional && !attribute.isDerived && !defaultValue.isNull
        self = isFilled ? .filled(old.index, defaultValue) : .kept(old.index)
    }
}

extension AttributeValue {
    /// Whether the number is the same in a wider type: large integers have more digits than a `Double`.
    func isExact(in type: AttributeType) -> Bool {
        switch (self, type) {
        case (.integer(let number), .double): Double(exactly: number) != nil
        case (.integer(let number), .float): Float(exactly: number) != nil
        default: true
        }
    }

    /// The same number in a type that can represent every number of its type.
    func widened(to type: AttributeType) -> AttributeValue {
        switch (self, type) {
        case (.boolean(let flag), .integer16), (.boolean(let flag), .integer32), (.boolean(let flag), .integer64):
            .integer(flag ? 1 : 0)
        case (.integer(let number), .decimal): .decimal(Decimal(number))
        case (.integer(let number), .double): .double(Double(number))
        case (.integer(let number), .float): .float(Float(number))
        case (.float(let number), .double): .double(Double(number))
        default: self
        }
    }
}

/// The sources of the members of a composite.
struct CompositeMapping {
    private struct Member {
        var oldName: String
        var newName: String
        var type: AttributeType
        /// Nil except for a composite with changed members, or with members that are now required.
        var inside: CompositeMapping?
    }

    private var members: [Member] = []
    /// The default values of new members, and of those that are now required, by name. Composites without these members
    /// get them, as objects get those of attributes.
    private var additions: [String: AttributeValue] = [:]
    /// The members that are now required, and that a value may lack.
    private var newlyRequired: [String] = []
    /// Whether the members have other names or types, or are more. Their order and other settings do not matter to
    /// values.
    private(set) var changesValues: Bool

    /// The number of members that can be compared, which is exponential in the depth of composites in composites.
    private static let maximumMemberCount = 10_000
    /// The greatest depth of composites within each other. Only an invalid model has deeper ones.
    private static let maximumDepth = 32

    /// - Returns: Nil if values would be lost, because members no longer exist, or have a type that cannot represent
    ///   every value, or if there are too many members.
    init?(from old: Composite, of oldEntity: EntityDescription, to new: Composite, of newEntity: EntityDescription) {
        var remainingMemberCount = Self.maximumMemberCount
        self.init(from: old, of: oldEntity, to: new, of: newEntity, depth: 0, &remainingMemberCount)
    }

    private init?(
        from old: Composite, of oldEntity: EntityDescription, to new: Composite, of newEntity: EntityDescription,
        depth: Int, _ remainingMemberCount: inout Int
    ) {
        remainingMemberCount -= new.attributes.count
        guard depth < Self.maximumDepth, remainingMemberCount >= 0 else { return nil }
        let places = ElementPairing.oldIndexes(of: new.attributes, in: old.attributes)
        guard Set(places.compactMap(\.self)).count == old.attributes.count else { return nil }
        changesValues = new.attributes.count != old.attributes.count
        for (attribute, place) in zip(new.attributes, places) {
            let before = place.map { old.attributes[$0] }
            let isNewlyRequired = !attribute.isOptional && before?.isOptional != false
            let defaultValue = AttributeValue(defaultOf: attribute)
            if isNewlyRequired { newlyRequired.append(attribute.name) }
            if !defaultValue.isNull, isNewlyRequired || before == nil {
                additions[attribute.name] = defaultValue
                changesValues = true
            }
            guard let before else { continue }
            let isKept =
                before.type == attribute.type
                || before.type.isHeld(by: attribute.type)
                    && AttributeValue.integer(.max - 1).isExact(in: attribute.type)
            guard isKept else { return nil }
            var member = Member(oldName: before.name, newName: attribute.name, type: attribute.type)
            if let inner = oldEntity.composite(of: before), let outer = newEntity.composite(of: attribute),
                !Self.isUnchanged(inner, of: oldEntity, outer, of: newEntity)
            {
                guard
                    let inside = CompositeMapping(
                        from: inner, of: oldEntity, to: outer, of: newEntity, depth: depth + 1, &remainingMemberCount)
                else { return nil }
                if inside.changesValues || inside.requiresMore { member.inside = inside }
            }
            if member.inside?.changesValues == true || before.name != attribute.name || before.type != attribute.type {
                changesValues = true
            }
            members.append(member)
        }
    }

    /// Whether a composite and all those in it are the same in both versions, so that values need no mapping.
    ///
    /// A composite is equal to an earlier one that contains another composite by the same name, whatever that one's
    /// members are now.
    static func isUnchanged(
        _ old: Composite, of oldEntity: EntityDescription, _ new: Composite, of newEntity: EntityDescription
    ) -> Bool {
        var open = [(old: old, new: new)]
        var seen: Set<String> = [new.name]
        while let pair = open.popLast() {
            guard pair.old == pair.new else { return false }
            for attribute in pair.new.attributes {
                let inner = (old: oldEntity.composite(of: attribute), new: newEntity.composite(of: attribute))
                guard let old = inner.old, let new = inner.new else {
                    guard inner.old == inner.new else { return false }
                    continue
                }
                if seen.insert(new.name).inserted { open.append((old, new)) }
            }
        }
        return true
    }

    /// Whether a migrated value can lack a member that is now required.
    var requiresMore: Bool { !newlyRequired.isEmpty || members.contains { $0.inside?.requiresMore == true } }

    /// Returns the paths of the members that are now required, and that a migrated value lacks.
    func missingMembers(of value: AttributeValue) -> [String] {
        guard case .composite(let values) = value else { return [] }
        let missing = newlyRequired.filter { values[$0]?.isNull != false }
        return missing
            + members.flatMap { member in
                let inside = values[member.newName].flatMap { member.inside?.missingMembers(of: $0) } ?? []
                return inside.map { "\(member.newName).\($0)" }
            }
    }

    func value(_ old: AttributeValue) -> AttributeValue {
        guard case .composite(let values) = old else { return old }
        return .composite(
            members.reduce(into: additions) { mapped, member in
                guard let value = values[member.oldName], !value.isNull || additions[member.newName] == nil else {
                    return
                }
                mapped[member.newName] = member.inside?.value(value) ?? value.widened(to: member.type)
            })
    }
}
