import ColumnEngine
import MappingModels
import ModelExpressions
import ModelSchema

/// The composites that a mapping moves from one attribute to another, and whose members may differ.
struct MovedComposites {
    private struct Move {
        var oldIndex: Int
        var source: AttributeSource
        var defaultValue: AttributeValue
    }

    /// The older entity.
    let old: EntityDescription
    /// By the index of the newer attribute.
    private var moves: [Int: Move] = [:]

    /// - Parameter expressions: The expressions of the mapping, by the name of the newer attribute.
    init(from old: EntityDescription, to new: EntityDescription, by expressions: [String: ModelExpression?]) {
        self.old = old
        for (place, attribute) in new.attributes.enumerated()
        where attribute.type == .composite && !attribute.isTransient && !attribute.isDerived {
            guard case .keyPath(let path, of: .variable(MappingSelector.source)) = expressions[attribute.name] ?? nil,
                path.components.count == 1,
                let index = old.attributes.firstIndex(where: { $0.name == path.description }),
                old.attributes[index].type == .composite
            else { continue }
            let defaultValue = new.defaultValues[place]
            moves[place] = Move(
                oldIndex: index,
                source: AttributeSource(
                    attribute, defaultValue: defaultValue, of: new, from: (index, old.attributes[index], old)),
                defaultValue: attribute.isOptional ? .null : defaultValue)
        }
    }

    /// Returns the value of a newer attribute; nil if it is not a composite that is moved.
    func value(at place: Int, of row: Row) -> AttributeValue? {
        guard let move = moves[place] else { return nil }
        let before = row.value(at: move.oldIndex)
        if before.isNull { return move.defaultValue }
        return switch move.source {
        case .recomposed(_, let composite): composite.value(before)
        case .incompatibleType: move.defaultValue
        case .constant, .kept, .filled, .widened: before
        }
    }

    /// Returns the names of the older attributes whose values the newer ones cannot have, in their order.
    func incompatibleNames(in row: Row) -> [String] {
        let indexes = moves.values.compactMap { move in
            if case .incompatibleType = move.source, !row.value(at: move.oldIndex).isNull { move.oldIndex } else { nil }
        }
        return indexes.sorted().map { old.attributes[$0].name }
    }

    /// Returns the paths of the required members that a value already lacks in the older version.
    func missingMembers(at place: Int, of row: Row) -> Set<String> {
        guard let index = moves[place]?.oldIndex else { return [] }
        return Set(old.missingMembers(of: row.value(at: index), old.attributes[index]))
    }
}

extension EntityDescription {
    /// Returns the paths of the required members that the value of a composite lacks, in the order of the members.
    func missingMembers(of value: AttributeValue, _ attribute: Attribute) -> [String] {
        guard case .composite(let values) = value, let composite = composite(of: attribute) else { return [] }
        return composite.attributes.flatMap { member -> [String] in
            let inside = values[member.name] ?? .null
            if inside.isNull { return member.isOptional || member.isDerived ? [] : [member.name] }
            return missingMembers(of: inside, member).map { "\(member.name).\($0)" }
        }
    }
}
