import Foundation
import ObjectGraph
import SQLiteStore

/// Heroes and teams in a file that lasts as long as this.
final class HeroStore: Sendable {
    static let model = ManagedObjectModel(
        Model(
            name: "Heroes",
            entities: [
                Entity(
                    name: "Hero",
                    attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "team", isOptional: true, maximumCount: 1, destinationName: "Team",
                            inverseName: "heroes")
                    ]),
                Entity(
                    name: "Team",
                    attributes: [Attribute(name: "name", type: .string, isOptional: true)],
                    relationships: [
                        Relationship(
                            name: "heroes", isOptional: true, isToMany: true, destinationName: "Hero",
                            inverseName: "team")
                    ]),
            ]))

    let folder: URL
    let url: URL
    let container: PersistentContainer

    /// - Parameter description: Describes the store in a file.
    init(_ description: (URL) -> any PersistentStoreDescription = { SQLiteStoreDescription(url: $0) }) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        url = folder.appending(path: "heroes")
        container = try PersistentContainer(
            model: Self.model, stores: [(nil, description(url))])
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func context(_ name: String) -> ManagedObjectContext {
        let context = container.newContext()
        context.name = name
        return context
    }

    /// Saves a team with some heroes.
    ///
    /// - Returns: The ID of the team.
    @discardableResult
    func fill(heroCount: Int) throws -> ObjectID {
        let context = container.newContext()
        let team = context.insertNewObject(forEntityName: "Team")
        for number in 0..<heroCount {
            let hero = context.insertNewObject(forEntityName: "Hero")
            hero.setValue("hero \(number)", forKey: "name")
            hero.setValue(team, forKey: "team")
        }
        try context.save()
        return team.objectID
    }
}

extension FetchRequest<ManagedObject> {
    static var heroes: Self { FetchRequest(entityName: "Hero") }
}
