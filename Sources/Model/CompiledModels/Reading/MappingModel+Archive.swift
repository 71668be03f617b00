public import MappingModels
public import ModelExpressions
import ModelSchema

extension MappingModel {
    /// Reads a compiled mapping model from the contents of a `.cdm` file.
    ///
    /// The bytes are not trusted: reading takes time and memory in proportion to their number. A migration with a part
    /// of a mapping model would lose data, so everything that cannot be read is an error.
    ///
    /// - Parameter archive: The whole file.
    /// - Throws: ``CompiledModelError`` for the first part that cannot be read.
    public init(archive: [UInt8]) throws(CompiledModelError) {
        guard archive.count <= CompiledModel.maximumSizeBytes else {
            throw CompiledModelError(.tooLarge, "the mapping model has \(archive.count) bytes", at: "byte 0")
        }
        let keyedArchive = try KeyedArchive(archive)
        let root = keyedArchive.rootValue
        guard root.className == "NSMappingModel", let mappings = root[.entityMappings]?.elements else {
            throw CompiledModelError(
                .notAMappingModel,
                "the archive contains a \(root.className?.prefix(100) ?? "plain value"), not a mapping model",
                at: "the root")
        }
        self.init()
        for (number, mapping) in mappings.enumerated() {
            let reader = ArchivedMappingReader(place: "mapping \(number + 1)")
            do throws(CompiledModelError) {
                entityMappings.append(try reader.mapping(mapping))
            } catch {
                throw keyedArchive.isExhausted ? Self.tooManyReferences : error
            }
        }
        guard !keyedArchive.isExhausted else { throw Self.tooManyReferences }
    }

    private static let tooManyReferences = CompiledModelError(
        .tooLarge, "its objects have more references than those of any mapping model", at: "NSEntityMappings")
}

extension ModelExpression {
    /// Reads the archive of an expression of a mapping model; nil if it is not one, or the format language cannot
    /// represent it.
    public init?(archive: [UInt8]) {
        guard archive.count <= CompiledModel.maximumSizeBytes, let keyedArchive = try? KeyedArchive(archive),
            let expression = ArchivedExpressionReader(allowsMethodCalls: true).expression(keyedArchive.rootValue),
            !keyedArchive.isExhausted
        else { return nil }
        self = expression
    }
}

/// Reads the mapping of an entity.
private struct ArchivedMappingReader {
    let place: String
    private let expressions = ArchivedExpressionReader(allowsMethodCalls: true)

    init(place: String) { self.place = place }

    func mapping(_ value: ArchivedValue) throws(CompiledModelError) -> MappingModel.EntityMapping {
        guard value.className == "NSEntityMapping", let name = value[.mappingName]?.text else {
            throw problem("it is not the mapping of an entity")
        }
        guard let number = value[.mappingType]?.integer,
            let mappingType = MappingModel.MappingType(rawValue: Int(clamping: number))
        else { throw problem("its type is unknown") }
        var mapping = MappingModel.EntityMapping(
            name: name, sourceEntityName: value[.sourceEntityName]?.text,
            destinationEntityName: value[.destinationEntityNameOfMapping]?.text,
            sourceEntityVersionHash: value[.sourceEntityVersionHash]?.bytes.flatMap { CoreDataVersionHash(bytes: $0) },
            destinationEntityVersionHash: value[.destinationEntityVersionHash]?.bytes.flatMap {
                CoreDataVersionHash(bytes: $0)
            },
            mappingType: mappingType, entityMigrationPolicyClassName: value[.migrationPolicyClassName]?.text)
        if let source = value[.sourceExpression] { mapping.sourcePredicate = try predicate(of: source) }
        mapping.attributeMappings = try properties(value[.attributeMappings])
        mapping.relationshipMappings = try properties(value[.relationshipMappings])
        return mapping
    }

    private func properties(
        _ list: ArchivedValue?
    ) throws(CompiledModelError) -> [MappingModel.PropertyMapping] {
        var properties: [MappingModel.PropertyMapping] = []
        for value in list?.elements ?? [] {
            guard value.className == "NSPropertyMapping", let name = value[.destinationPropertyName]?.text else {
                throw problem("it contains something that is not the mapping of a property")
            }
            var property = MappingModel.PropertyMapping(name: name, valueExpression: nil)
            if let archived = value[.valueExpression] {
                guard let expression = expressions.expression(archived) else {
                    throw problem("the expression of '\(name.prefix(100))' cannot be read")
                }
                property.valueExpression = expression
            }
            properties.append(property)
        }
        return properties
    }

    /// The predicate of the fetch of the older objects; nil for all of them.
    private func predicate(of source: ArchivedValue) throws(CompiledModelError) -> String? {
        guard source.className == "NSFetchRequestExpression",
            case .methodCall(_, MappingSelector.sourceFetch, let arguments) = expressions.expression(
                source[.fetchExpression]), arguments.count == 2, case .constant(.string(let text)) = arguments[1]
        else { throw problem("its source is not a fetch") }
        return text == MappingSelector.allObjects ? nil : text
    }

    private func problem(_ message: String) -> CompiledModelError {
        CompiledModelError(.notAMappingModel, message, at: place)
    }
}
