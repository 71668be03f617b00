import CompiledModels
public import MappingModels
import ModelExpressions
import ModelSchema

/// Writes a mapping model in the form that Core Data's compiler creates, a `.cdm` file.
///
/// The same mapping model gives the same bytes.
///
/// Source: the compiled mapping models of public repositories, compared with those that they were compiled from. No
/// file of this writer has been read by Apple's framework here.
///
/// ```swift
/// var writer = CompiledMappingModelWriter()
/// if let archive = writer.archive(of: mappings) {
///     try Data(archive).write(to: folder.appending(path: "Library1To2.cdm"))
/// }
/// ```
public struct CompiledMappingModelWriter {
    /// A part of a mapping model that cannot be compiled, or whose form in compiled mapping models is not known.
    public struct Finding: Sendable, Hashable {
        /// The name of the mapping.
        public let mappingName: String
        /// The name of the property; nil for the mapping itself.
        public let propertyName: String?
        /// The problem, as a clause.
        public let message: String
        /// Whether the mapping model cannot be compiled because of it.
        public let isError: Bool
    }

    /// What is uncertain, and why the last mapping model cannot be compiled.
    public private(set) var findings: [Finding] = []

    /// Creates a writer.
    public init() {}

    /// Returns the contents of a `.cdm` file; nil if the mapping model cannot be compiled, which ``findings`` explain.
    public mutating func archive(of mappingModel: MappingModel) -> [UInt8]? {
        findings = []
        var mappings: [(name: String, object: ArchivedObject)] = []
        for entity in mappingModel.entityMappings { mappings.append((entity.name, mapping(entity))) }
        guard !findings.contains(where: \.isError) else { return nil }
        let byName = mappings.sorted { $0.name.isBefore($1.name) }.map { ($0.name, ArchivedMember.object($0.object)) }
        let root = ArchivedObject(
            .mappingModel,
            [
                (.entityMappings, .object(.list(.array, mappings.map { .object($0.object) }))),
                (.entityMappingsByName, .object(.table(.mutableDictionary, byName))),
            ])
        return KeyedArchiveWriter.bytes(of: root)
    }

    private mutating func mapping(_ entity: MappingModel.EntityMapping) -> ArchivedObject {
        if entity.sourcePredicate != nil {
            reportUnknown("the predicate of a mapping", entity.name)
        }
        let source = entity.sourceEntityName.map { name in
            ArchivedMember.object(Self.fetch(of: name, entity.sourcePredicate ?? MappingSelector.allObjects))
        }
        return ArchivedObject(
            .entityMapping,
            [
                (.mappingName, .string(entity.name)), (.sourceEntityName, .string(orNull: entity.sourceEntityName)),
                (.destinationEntityNameOfMapping, .string(orNull: entity.destinationEntityName)),
                (.sourceEntityVersionHash, entity.sourceEntityVersionHash.map { .data($0.bytes) } ?? .null),
                (.destinationEntityVersionHash, entity.destinationEntityVersionHash.map { .data($0.bytes) } ?? .null),
                (.migrationPolicyClassName, .string(orNull: entity.entityMigrationPolicyClassName)), (.userInfo, .null),
                (.mappingType, .integer(Int64(entity.mappingType.rawValue))), (.sourceExpression, source ?? .null),
                (.attributeMappings, properties(entity.attributeMappings, of: entity)),
                (.relationshipMappings, properties(entity.relationshipMappings, of: entity)),
            ])
    }

    private mutating func properties(
        _ properties: [MappingModel.PropertyMapping], of entity: MappingModel.EntityMapping
    ) -> ArchivedMember {
        let objects = properties.map { property in
            ArchivedMember.object(
                ArchivedObject(
                    .propertyMapping,
                    [
                        (.destinationPropertyName, .string(property.name)),
                        (.valueExpression, value(of: property, entity)), (.userInfo, .null),
                        (.propertyTransforms, .null),
                    ]))
        }
        return .object(.list(.array, objects))
    }

    private mutating func value(
        of property: MappingModel.PropertyMapping, _ entity: MappingModel.EntityMapping
    ) -> ArchivedMember {
        guard let value = property.valueExpression else { return .null }
        var expressions = ArchivedExpressions(allowsMethodCalls: true)
        do throws(ArchivedExpressions.UnsupportedExpressionError) {
            let object = try expressions.expression(value)
            for form in expressions.unknownForms { reportUnknown(form, entity.name, property.name) }
            return .object(object)
        } catch {
            findings.append(
                Finding(
                    mappingName: entity.name, propertyName: property.name,
                    message: "the expression cannot be compiled, because the form of \(error.form) is not known",
                    isError: true))
            return .null
        }
    }

    private mutating func reportUnknown(_ subject: String, _ mapping: String, _ property: String? = nil) {
        findings.append(
            Finding(
                mappingName: mapping, propertyName: property,
                message: "the form of \(subject) in compiled mapping models is not known from Apple's files",
                isError: false))
    }

    /// The fetch of the older objects of an entity, from the context of the migration manager.
    private static func fetch(of entityName: String, _ predicate: String) -> ArchivedObject {
        func variable() -> ArchivedObject {
            ArchivedObject(
                .variableExpression,
                [(.expressionType, .integer(2)), (.variable, .string(MappingSelector.manager))])
        }
        func constant(_ text: String) -> ArchivedMember {
            .object(
                ArchivedObject(
                    .constantExpression, [(.expressionType, .integer(0)), (.constantValue, .string(text))]))
        }
        let request = ArchivedObject(
            .functionExpression,
            [
                (.expressionType, .integer(4)), (.selectorName, .string(MappingSelector.sourceFetch)),
                (.operand, .object(variable())),
                (.arguments, .object(.list(.array, [constant(entityName), constant(predicate)]))),
            ])
        let specifier = ArchivedObject(
            .keyPathSpecifier, [(.expressionType, .integer(10)), (.keyPath, .string("sourceContext"))])
        let context = ArchivedObject(
            .keyPathExpression,
            [
                (.expressionType, .integer(4)), (.selectorName, .string("valueForKeyPath:")),
                (.operand, .object(variable())),
                (.arguments, .object(.list(.mutableArray, [.object(specifier)]))),
            ])
        return ArchivedObject(
            .fetchExpression,
            [
                (.expressionType, .integer(50)), (.isCountOnly, .boolean(false)), (.fetchExpression, .object(request)),
                (.contextExpression, .object(context)),
            ])
    }
}
