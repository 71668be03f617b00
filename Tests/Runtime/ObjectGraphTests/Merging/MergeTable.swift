import Foundation
import ObjectGraph
import TestSupport
import Testing

/// The documentation's table of conflicts: its rows are played, and say what came of it.
struct MergeTable {
    /// What both contexts begin with, and what each does.
    struct Row {
        var before: String
        var own: String
        var others: String

        /// `p.tracks`, in the order in which they are first named; of an object that is deleted, its name.
        var subjects: [String] {
            var subjects: [String] = []
            for statement in [before, own, others].flatMap({ MergeTable.statements($0) })
            where !subjects.contains(statement.subject) { subjects.append(statement.subject) }
            return subjects
        }
    }

    /// `p.tracks = k1, k2`, or `delete p`.
    struct Statement {
        var subject: String
        var value: String?

        var object: String { String(subject.prefix { $0 != "." }) }
        var key: String? { subject.contains(".") ? String(subject.drop { $0 != "." }.dropFirst()) : nil }
    }

    static let policies = [.error] + TwoContexts.policies

    static let page = "Sources/Runtime/ObjectGraph/Documentation.docc/Merging.md"

    /// The page with the outcome of each row in it.
    static func played() throws -> String {
        let text = try String(contentsOf: SourceTree.file(page), encoding: .utf8)
        return try text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard line.hasPrefix("| `") else { return String(line) }
            let cells = line.split(separator: "|", omittingEmptySubsequences: false)
                .map { $0.trimmingCharacters(in: .whitespaces) }
            let row = Row(before: code(cells[1]), own: code(cells[2]), others: code(cells[3]))
            let outcomes = try policies.map { try MergeScene(row, policy: $0).play() }
            return "| " + (cells[1...3] + outcomes).joined(separator: " | ") + " |"
        }.joined(separator: "\n")
    }

    static func statements(_ text: String) -> [Statement] {
        text.split(separator: ";").map { part in
            let part = part.trimmingCharacters(in: .whitespaces)
            if part.hasPrefix("delete ") { return Statement(subject: String(part.dropFirst(7)), value: nil) }
            let sides = part.split(separator: "=").map { $0.trimmingCharacters(in: .whitespaces) }
            return Statement(subject: sides[0], value: sides[1])
        }
    }

    private static func code(_ cell: String) -> String { cell.trimmingCharacters(in: CharacterSet(charactersIn: "`")) }
}

/// One row of the table, played with one policy.
struct MergeScene {
    private let row: MergeTable.Row
    private let container: PersistentContainer
    private let policy: MergePolicy.MergeType
    private var objectIDs: [String: ObjectID] = [:]

    private static let entityNames: [Character: String] = [
        "p": "Playlist", "q": "Playlist", "k": "Track", "t": "Tag", "b": "Box", "o": "Person", "s": "Passport",
    ]

    init(_ row: MergeTable.Row, policy: MergePolicy.MergeType) throws {
        self.row = row
        self.policy = policy
        container = try PersistentContainer(model: MeetingModel.plain, store: .tested)
        try makeObjects()
    }

    private mutating func makeObjects() throws {
        let context = container.newContext()
        let statements = [row.before, row.own, row.others].flatMap { MergeTable.statements($0) }
        let names = statements.flatMap { [$0.object] + Self.names(in: $0.value ?? "") }
        let created = Set(names.filter { $0 != "s2" }).sorted()
        var objects: [String: ManagedObject] = [:]
        for name in created {
            guard let entityName = name.first.flatMap({ Self.entityNames[$0] }) else { continue }
            objects[name] = context.insertNewObject(forEntityName: entityName)
        }
        for statement in MergeTable.statements(row.before) { Self.perform(statement, objects, in: context) }
        try context.save()
        objectIDs = objects.mapValues(\.objectID)
    }

    /// What is stored in the end, or the error.
    func play() throws -> String {
        let (own, others) = (container.newContext(), container.newContext())
        own.mergePolicy = MergePolicy(policy)
        let mine = objectIDs.mapValues { own.object(with: $0) }
        let theirs = objectIDs.mapValues { others.object(with: $0) }
        for object in mine.values { Self.readAll(object) }
        for statement in MergeTable.statements(row.others) { Self.perform(statement, theirs, in: others) }
        try others.save()
        for statement in MergeTable.statements(row.own) { Self.perform(statement, mine, in: own) }
        do {
            try own.save()
        } catch {
            return "*\(type(of: error))*"
        }
        #expect(try GraphContents(container.persistentStoreCoordinator).contradictions == [])
        let context = container.newContext()
        // An object that a row makes has no name to be found by.
        let subjects = row.subjects.map { MergeTable.Statement(subject: $0) }.filter { objectIDs[$0.object] != nil }
        return subjects.map { subject in
            let text = text(of: subject, in: context)
            return subjects.count == 1 ? text : "\(subject.subject): \(text)"
        }.joined(separator: "<br>")
    }

    private func text(of statement: MergeTable.Statement, in context: ManagedObjectContext) -> String {
        guard let objectID = objectIDs[statement.object], let object = try? context.existingObject(with: objectID)
        else { return "gone" }
        guard let key = statement.key else { return "there" }
        let names = Dictionary(objectIDs.map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
        func name(_ object: ManagedObject) -> String { names[object.objectID] ?? "another" }
        switch object.value(forKey: key) {
        case nil: return "none"
        case let ordered as [ManagedObject]: return ordered.isEmpty ? "none" : ordered.map(name).joined(separator: ", ")
        case let members as Set<ManagedObject>:
            return members.isEmpty ? "none" : members.map(name).sorted().joined(separator: ", ")
        case let one as ManagedObject: return name(one)
        case let value?: return "\(value)"
        }
    }

    private static func readAll(_ object: ManagedObject) {
        for relationship in object.entity.relationships { _ = object.value(forKey: relationship.name) }
    }

    private static func names(in value: String) -> [String] {
        value.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            .filter { name in
                name.first.map { entityNames[$0] != nil } == true && name.dropFirst().allSatisfy(\.isNumber)
            }
    }

    private static func perform(
        _ statement: MergeTable.Statement, _ objects: [String: ManagedObject], in context: ManagedObjectContext
    ) {
        // A passport cannot be without a master, so the second is made with one.
        let made = statement.object == "s2" ? context.insertNewObject(forEntityName: "Passport") : nil
        guard let object = objects[statement.object] ?? made else { return }
        guard let key = statement.key, let value = statement.value else { return context.delete(object) }
        guard let relationship = object.entity.relationship(named: key) else {
            return object.setValue(Int64(value).map { $0 as any Sendable } ?? value, forKey: key)
        }
        let members = value == "none" ? [] : names(in: value).compactMap { objects[$0] }
        if relationship.isToMany {
            object.setValue(members, forKey: key)
        } else {
            object.setValue(members.first, forKey: key)
        }
    }
}

/// The page about merging says what comes of conflicts.
struct MergeTableTests {
    @Test("CNF-3 to CNF-11, CNF-14 and UNQ-3 the documentation's table of conflicts matches the results")
    func table() throws {
        try expectGolden(MergeTable.played(), at: "../../\(MergeTable.page)")
    }
}
