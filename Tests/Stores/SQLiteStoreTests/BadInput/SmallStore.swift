import Foundation
import ModelSchema
import ObjectGraph
import SQLiteStore
import StoreTestSupport
import Testing

/// A small store with an attribute of each type and every kind of link, for tests to damage.
struct SmallStore {
    static let types: [AttributeType] = [
        .integer16, .integer32, .integer64, .boolean, .double, .float, .date, .decimal, .string, .uri, .uuid, .binary,
        .transformable,
    ]

    static let schema = Model(
        name: "M",
        entities: [
            Entity(
                name: "Whole",
                relationships: [
                    Relationship(
                        name: "parts", isOptional: true, isToMany: true, isOrdered: true, destinationName: "Part",
                        inverseName: "whole"),
                    Relationship(name: "favourite", isOptional: true, destinationName: "Part", inverseName: "fan"),
                ]),
            Entity(
                name: "Part",
                attributes: types.map {
                    Attribute(name: "the\($0.rawValue.filter(\.isLetter))", type: $0, isOptional: true)
                }
                    + [Attribute(name: "name", type: .string, isOptional: true)],
                relationships: [
                    Relationship(name: "whole", isOptional: true, destinationName: "Whole", inverseName: "parts"),
                    Relationship(name: "fan", isOptional: true, destinationName: "Whole", inverseName: "favourite"),
                    Relationship(
                        name: "peers", isOptional: true, isToMany: true, destinationName: "Part",
                        inverseName: "peersOf"),
                    Relationship(
                        name: "peersOf", isOptional: true, isToMany: true, destinationName: "Part",
                        inverseName: "peers"),
                ]),
        ])
    static let model = ManagedObjectModel(schema)

    /// What the rows of parts hold.
    private static func values(_ number: Int) -> [AttributeValue] {
        [
            .integer(Int64(number)), .integer(-7), .integer(.max - Int64(number)), .boolean(true), .double(0.5),
            .float(0.25), .date(Date(timeIntervalSinceReferenceDate: 0.5)), .decimal(Decimal(number) / 100),
            .string("text ü🦸 \(number)"), .uri(URL(filePath: "/tmp/x")), .uuid(UUID()), .binary(Data([1, 2, 3])),
            .binary(Data([4, 5])), .string("part \(number)"),
        ]
    }

    /// A closed store of two wholes and three parts, in one file.
    static func make() throws -> SQLiteFile {
        let file = try SQLiteFile(model)
        try fill(file)
        return file
    }

    private static func fill(_ file: SQLiteFile) throws {
        let store = try file.open()
        let part = try #require(model.entitiesByName["Part"])
        let whole = try #require(model.entitiesByName["Whole"])
        let firstPart = try store.reserveNumbers(3, forRootEntityNamed: "Part")
        let firstWhole = try store.reserveNumbers(2, forRootEntityNamed: "Whole")
        func objectID(_ name: String, _ number: Int64) -> ObjectID {
            ObjectID(storeIdentifier: store.identifier, entityName: name, number: number)
        }
        let wholes = (0..<2).map { objectID("Whole", firstWhole + $0) }
        let parts = (0..<3).map { objectID("Part", firstPart + $0) }
        func destinations(_ entity: EntityDescription, _ links: [String: [ObjectID]]) -> [[ObjectID]] {
            entity.relationships.map { $0.isStored ? links[$0.name] ?? [] : [] }
        }
        var changes = StoreChanges()
        for (index, objectID) in wholes.enumerated() {
            changes.inserted.append(
                StoreChanges.Insertion(
                    objectID: objectID, values: [],
                    destinations: destinations(
                        whole, ["favourite": [parts[index]], "parts": index == 0 ? [parts[1], parts[0]] : [parts[2]]])))
        }
        for (index, objectID) in parts.enumerated() {
            let ordered = part.attributes.map { attribute in
                zip(schema.entities[1].attributes, values(index)).first { $0.0.name == attribute.name }?.1 ?? .null
            }
            changes.inserted.append(
                StoreChanges.Insertion(
                    objectID: objectID, values: ordered,
                    destinations: destinations(
                        part,
                        [
                            "whole": [wholes[index == 2 ? 1 : 0]], "fan": index < 2 ? [wholes[index]] : [],
                            "peers": index == 0 ? [parts[1], parts[2]] : [],
                            "peersOf": index == 0 ? [] : [parts[0]],
                        ])))
        }
        _ = try store.commit(changes)
    }

    /// What a store says when it is read in whole: a line for each row and each link.
    static func contents(_ store: SQLiteStore) throws -> [String] {
        let view = try store.openView()
        var lines: [String] = []
        for entity in model.entities {
            let query = StoreQuery(entity: entity, entityNames: [entity.name])
            guard case .rows(let rows) = try view.execute(query).objects else { continue }
            for row in rows {
                lines.append("\(entity.name) \(row.objectID.number) \(row.version) \(row.values)")
                if try view.rows(of: [row.objectID]).count != 1 { lines.append("the row is not found by its key") }
            }
            for relationship in entity.relationships {
                let found = try view.destinations(of: relationship, from: rows.map(\.objectID))
                for (row, objectIDs) in zip(rows, found.objectIDs) {
                    lines.append("\(row.objectID.number).\(relationship.name) \(objectIDs.map(\.number))")
                }
            }
        }
        return lines.sorted()
    }
}
