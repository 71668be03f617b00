/// A value for an archive that a test makes.
indirect enum Archived: Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    case string(String)
    case data([UInt8])
    case list([Archived])
    case table([(String, Archived)])
    case object(String, [(String, Archived)])
    /// An object that others refer to by a name, itself among them.
    case labelled(String, Archived)
    case reference(String)
}

extension Archived: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int64) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .boolean(value) }
}

extension Archived {
    /// A model of entities.
    static func model(_ entities: [(String, Archived)], _ more: [(String, Archived)] = []) -> Archived {
        .object("NSManagedObjectModel", [("NSEntities", .table(entities))] + more)
    }

    /// An entity with properties by name.
    static func entity(
        _ name: String, _ properties: [(String, Archived)] = [], _ more: [(String, Archived)] = []
    ) -> Archived {
        .labelled(
            name,
            .object(
                "NSEntityDescription",
                [("NSEntityName", .string(name)), ("NSProperties", .table(properties))] + more))
    }

    /// An attribute of a type by its number.
    static func attribute(_ type: Int64, _ more: [(String, Archived)] = []) -> Archived {
        .object("NSAttributeDescription", [("NSAttributeType", .integer(type))] + more)
    }

    /// A path of the evaluated object.
    static func keyPath(_ path: String) -> Archived {
        .keyPath(path, of: .object("NSSelfExpression", []))
    }

    static func keyPath(_ path: String, of base: Archived) -> Archived {
        .object(
            "NSKeyPathExpression",
            [
                ("NSOperand", base), ("NSSelectorName", "valueForKeyPath:"),
                ("NSArguments", .list([.object("NSKeyPathSpecifierExpression", [("NSKeyPath", .string(path))])])),
            ])
    }

    static func constant(_ value: Archived) -> Archived {
        .object("NSConstantValueExpression", [("NSConstantValue", value)])
    }

    /// A function of the language.
    static func function(_ selector: String, _ arguments: [Archived]) -> Archived {
        .object(
            "NSFunctionExpression",
            [
                ("NSSelectorName", .string(selector)), ("NSArguments", .list(arguments)),
                (
                    "NSOperand",
                    .object("NSConstantValueExpression", [("NSConstantValueClassName", "_NSPredicateUtilities")])
                ),
            ])
    }

    static func comparison(_ left: Archived, _ type: Int64, _ right: Archived, options: Int64 = 0) -> Archived {
        .object(
            "NSComparisonPredicate",
            [
                ("NSLeftExpression", left), ("NSRightExpression", right),
                (
                    "NSPredicateOperator",
                    .object(
                        "NSPredicateOperator", [("NSOperatorType", .integer(type)), ("NSOptions", .integer(options))])
                ),
            ])
    }

    static func compound(_ type: Int64, _ members: [Archived]) -> Archived {
        .object(
            "NSCompoundPredicate", [("NSCompoundPredicateType", .integer(type)), ("NSSubpredicates", .list(members))])
    }
}
