import ColumnEngine
import ModelSchema

/// Where the members of a composite come from.
struct CompositeMapping {
    private struct Member {
        var oldName: String
        var newName: String
        var type: AttributeType
        /// Nil but for a composite whose own members are others now.
        var inside: CompositeMapping?
    }

    private var members: [Member] = []

    /// - Returns: Nil if members no longer exist, or are of a type that does not keep every value: values would be lost.
    init?(from old: Composite, of oldEntity: EntityDescription, to new: Composite, of newEntity: EntityDescription) {
        let places = ElementPairing.places(of: new.attributes, in: old.attributes)
        guard Set(places.compactMap(\.self)).count == old.attributes.count else { return nil }
        for (attribute, place) in zip(new.attributes, places) {
            guard let before = place.map({ old.attributes[$0] }) else { continue }
            let isKept =
                before.type == attribute.type
                || before.type.isHeld(by: attribute.type)
                    && AttributeValue.integer(.max - 1).isExact(in: attribute.type)
            guard isKept else { return nil }
            var member = Member(oldName: before.name, newName: attribute.name, type: attribute.type)
            if let inner = oldEntity.composite(of: before), let outer = newEntity.composite(of: attribute),
                inner != outer
            {
                guard let inside = CompositeMapping(from: inner, of: oldEntity, to: outer, of: newEntity) else {
                    return nil
                }
                member.inside = inside
            }
            members.append(member)
        }
    }

    func value(_ old: AttributeValue) -> AttributeValue {
        guard case .composite(let values) = old else { return old }
        return .composite(
            members.reduce(into: [:]) { mapped, member in
                guard let value = values[member.oldName] else { return }
                mapped[member.newName] = member.inside?.value(value) ?? value.widened(to: member.type)
            })
    }
}
