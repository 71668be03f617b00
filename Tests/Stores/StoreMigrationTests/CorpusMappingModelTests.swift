import CompiledModelWriting
import CompiledModels
import Foundation
import JSONStore
import MappingModels
import ModelDiagnostics
import ModelExpressions
import ModelSchema
import ObjectGraph
import SQLiteStore
import TestSupport
import Testing
import XCDataModel

@testable import StoreMigration

/// Stores of random data that follow the mapping models of public projects.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusMappingModelTests {
    /// The mapping models, by path.
    static var paths: [String] {
        guard let folder = Corpus.folder?.path(percentEncoded: false) else { return [] }
        let all = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return all.filter { $0.hasSuffix(".xcmappingmodel") }.sorted()
    }

    private struct Step {
        var old: ManagedObjectModel
        var new: ManagedObjectModel
        var mappingModel: MappingModel

        init(at path: String) throws {
            let file = try #require(Corpus.folder).path(percentEncoded: false) + "/" + path
            var diagnostics: [Diagnostic] = []
            let read = MappingModelReader().read(try Corpus.bytes(of: path + "/xcmapping.xml"), into: &diagnostics)
            let source = try #require(read)
            let models = try [source.sourcePath, source.destinationPath].map { named in
                let folder = try #require(named.flatMap { MappingModelVersions.folder(at: $0, for: file) })
                return try readModel(String(contentsOf: URL(filePath: folder + "/contents"), encoding: .utf8))
            }
            var completion = MappingModelCompletion(from: models[0], to: models[1]) { ModelExpression(archive: $0) }
            let completed = completion.mappingModel(of: source)
            mappingModel = try #require(completed)
            old = ManagedObjectModel(models[0])
            new = ManagedObjectModel(models[1])
        }
    }

    @Test("A store follows the mapping model", arguments: paths)
    func follows(_ path: String) throws {
        let step = try Step(at: path)
        let folder = try TemporaryFolder()
        // The classes are the projects' own; without a change, the values are those of the mapping.
        let names = step.mappingModel.entityMappings.compactMap(\.entityMigrationPolicyClassName)
        let policies = Dictionary(names.map { ($0, EntityMigrationPolicy { _, _ in }) }) { first, _ in first }
        let stage = MigrationStage(to: step.new, following: step.mappingModel, policies: policies)
        // Entities without a mapping lose their objects, as in Core Data.
        let mapped = Set(step.mappingModel.entityMappings.compactMap(\.sourceEntityName))
        let dropped = Set(step.old.entities.map(\.name)).subtracting(mapped)
        let options = MigrationOptions(droppedElements: dropped, stages: [stage])
        for (isSQLite, isComplete) in [(false, false), (false, true), (true, false), (true, true)] {
            let url = folder.url.appending(path: "\(isComplete).\(isSQLite ? "sqlite" : "json")")
            func store(_ migration: MigrationOptions) -> any PersistentStoreDescription {
                isSQLite
                    ? SQLiteStoreDescription(url: url, migration: migration) as any PersistentStoreDescription
                    : JSONStoreDescription(url: url, migration: migration)
            }
            let before = try fill(store(.disabled), step.old, isComplete: isComplete)
            let migrated: any PersistentStore
            do {
                migrated = try store(options).openStore(for: step.new)
            } catch let error as MigrationError where !isComplete {
                // Without a value, an attribute that is required now cannot get one.
                #expect(error.obstacles.allSatisfy { $0.kind == .missingValue }, "\(path): \(error)")
                continue
            }
            let after = try GraphSnapshot(
                reading: migrated.openView(), of: step.new, storeIdentifier: migrated.identifier)
            compare(before, after, step, path)
        }
    }

    /// Fills a store with random data.
    ///
    /// - Parameter isComplete: Whether every attribute has a value.
    private func fill(
        _ description: any PersistentStoreDescription, _ model: ManagedObjectModel, isComplete: Bool
    ) throws -> GraphSnapshot {
        let store = try description.openStore(for: model)
        var graph = RandomGraph(of: model, storeIdentifier: store.identifier, objectCount: 6, seed: 46)
        var changes = graph.insertions()
        for place in changes.inserted.indices where isComplete {
            let entity = try #require(model.entitiesByName[changes.inserted[place].objectID.entityName])
            for (index, attribute) in entity.attributes.enumerated()
            where changes.inserted[place].values[index].isNull && !attribute.isTransient && !attribute.isDerived {
                changes.inserted[place].values[index] = Self.value(of: attribute.type)
            }
        }
        _ = try store.commit(changes.withDerivedValues(of: model, storeIdentifier: store.identifier))
        return try GraphSnapshot(reading: store.openView(), of: model, storeIdentifier: store.identifier)
    }

    private static func value(of type: AttributeType) -> AttributeValue {
        switch type {
        case .string: .string("text")
        case .date: .date(Date(timeIntervalSinceReferenceDate: 1))
        case .integer16, .integer32, .integer64: .integer(1)
        case .boolean: .boolean(true)
        case .double: .double(1)
        case .float: .float(1)
        case .decimal: .decimal(1)
        default: .null
        }
    }

    private func compare(_ before: GraphSnapshot, _ after: GraphSnapshot, _ step: Step, _ path: String) {
        var expectedCounts: [String: Int] = [:]
        var valueCount = 0
        var linkCount = 0
        for mapping in step.mappingModel.entityMappings {
            guard let source = mapping.sourceEntityName, let destination = mapping.destinationEntityName,
                let table = before.layout.ordinal(ofEntityNamed: source),
                let newTable = after.layout.ordinal(ofEntityNamed: destination)
            else { continue }
            let (old, new) = (before.layout.entities[table], after.layout.entities[newTable])
            expectedCounts[destination, default: 0] += before.tables[table].count
            for row in before.tables[table].chunks.flatMap({ chunk in (0..<chunk.count).map { Row(chunk, $0) } }) {
                let reference = ObjectReference(entity: newTable, number: row.reference.number)
                guard let migrated = after.row(of: reference) else {
                    Issue.record("\(path): \(destination) \(row.reference.number) is missing")
                    continue
                }
                for property in mapping.attributeMappings {
                    guard let index = new.attributes.firstIndex(where: { $0.name == property.name }),
                        let expected = value(of: property.valueExpression, row, old, before),
                        !new.attributes[index].isDerived
                    else { continue }
                    let isFilled = expected.isNull && !new.attributes[index].isOptional
                    let value = migrated.value(at: index)
                    #expect(value == (isFilled ? new.defaultValues[index] : expected), "\(path): \(property.name)")
                    valueCount += 1
                }
                for property in mapping.relationshipMappings {
                    guard case .methodCall(_, _, let arguments) = property.valueExpression,
                        case .keyPath(let keyPath, _) = arguments[1], keyPath.components.count == 1,
                        let link = old.relationship(named: keyPath.description),
                        let newLink = new.relationship(named: property.name)
                    else { continue }
                    let numbers = Set(row.links(at: link.index).references.map(\.number))
                    let found = Set(migrated.links(at: newLink.index).references.map(\.number))
                    #expect(numbers.isSubset(of: found), "\(path): \(source).\(property.name)")
                    linkCount += numbers.count
                }
            }
        }
        for (name, count) in expectedCounts {
            #expect(after.objectCount(ofEntityNamed: name) == count, "\(path): \(name)")
        }
        print("\(path): \(expectedCounts.values.reduce(0, +)) objects, \(valueCount) values, \(linkCount) links")
        #expect(valueCount > 0)
    }

    /// The value of a simple expression: a constant or a path of attributes and to-one relationships; nil for others.
    private func value(
        of expression: ModelExpression?, _ row: Row, _ entity: EntityDescription, _ graph: GraphSnapshot
    ) -> AttributeValue? {
        switch expression {
        case .constant(.boolean(let flag)): return .boolean(flag)
        case .constant(.string(let text)): return .string(text)
        case .keyPath(let path, of: .variable("source")):
            var (row, entity) = (row, entity)
            for component in path.components.dropLast() {
                guard let link = entity.relationship(named: component.description) else { return nil }
                guard let next = row.links(at: link.index).references.first, let found = graph.row(of: next) else {
                    return .null
                }
                (row, entity) = (found, graph.layout.entities[next.entityOrdinal])
            }
            let name = path.components.last?.description
            return entity.attributes.firstIndex { $0.name == name }.map { row.value(at: $0) }
        default: return nil
        }
    }
}
