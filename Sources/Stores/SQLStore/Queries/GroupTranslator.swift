import ModelExpressions
import ModelSchema
import StoreProtocol

/// Translates the keys and aggregates of groups into columns of a statement.
struct GroupTranslator {
    let paths: PathTranslator
    let dialect: any SQLDialect
    let place: SQLPlace
    /// Counts of values that only the evaluator can handle, such as those that are not a number.
    private(set) var exceptions: [SQLFragment] = []

    /// Returns the value at a path in each object, for `GROUP BY` and for `SELECT`; nil if SQL cannot express it as the
    /// evaluator does.
    mutating func key(_ path: ModelKeyPath) -> (grouped: SQLFragment, column: SQLFragment, form: SQLGroups.Column)? {
        switch paths.operand(of: path.components[...], from: place) {
        case .column(let column, let kind?)?:
            guard let type = type(of: path) else { return nil }
            except(column, kind)
            return (column, dialect.selected(column, kind), .value(type))
        case .object(let key, let entity)?:
            // The key alone does not determine the object's entity.
            let names = entity.concreteFamilyNames
            return names.count == 1 ? (key, key, .object(entityName: names[0])) : nil
        default:
            return nil
        }
    }

    /// Returns an aggregate; nil if SQL cannot express it as the evaluator does.
    mutating func aggregate(_ aggregate: StoreAggregate) -> (column: SQLFragment, form: SQLGroups.Column)? {
        if aggregate.path.components.isEmpty { return aggregate.function == .count ? ("COUNT(*)", .count) : nil }
        switch (aggregate.function, paths.operand(of: aggregate.path.components[...], from: place)) {
        case (.count, .column(let column, _)?), (.count, .object(let column, _)?):
            return ("COUNT(\(column))", .count)
        case (.sum, .column(let column, .whole?)?):
            except(column, .whole)
            return (dialect.sum(column, .whole), .wholeSum)
        case (.sum, .column(let column, .real?)?):
            except(column, .real)
            // The sum of infinities depends on the order, and may not be a number.
            exceptions.append("COUNT(CASE WHEN abs(\(column)) > 1.7976931348623157e308 THEN 1 END)")
            return (dialect.sum(column, .real), .realSum)
        case (.minimum, .column(let column, let kind?)?): return extreme("MIN", column, kind, aggregate.path)
        case (.maximum, .column(let column, let kind?)?): return extreme("MAX", column, kind, aggregate.path)
        default: return nil
        }
    }

    /// Returns the least or greatest value; nil for strings, which only the evaluator can compare.
    private mutating func extreme(
        _ function: String, _ column: SQLFragment, _ kind: SQLKind, _ path: ModelKeyPath
    ) -> (column: SQLFragment, form: SQLGroups.Column)? {
        guard kind == .whole || kind == .real || kind == .date, let type = type(of: path) else { return nil }
        except(column, kind)
        return (dialect.selected("\(name: function)(\(column))", kind), .value(type))
    }

    private mutating func except(_ column: SQLFragment, _ kind: SQLKind) {
        guard let isExceptional = dialect.isExceptional(column, kind) else { return }
        exceptions.append("COUNT(CASE WHEN \(isExceptional) THEN 1 END)")
    }

    private func type(of path: ModelKeyPath) -> AttributeType? {
        var entity = place.entity
        for component in path.components {
            guard case .key(let name) = component else { return nil }
            if let attribute = entity.attribute(named: name) { return attribute.type }
            guard let destination = paths.destination(of: name, of: entity) else { return nil }
            entity = destination
        }
        return nil
    }
}
