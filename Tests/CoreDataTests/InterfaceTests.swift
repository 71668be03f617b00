import Foundation
import TestSupport
import Testing

/// What programs see of the module: Core Data's names, and none of the runtime's.
@Suite("The interface of the module")
struct InterfaceTests {
    /// The declarations that name a type of the runtime, which no program writes or reads.
    private static let exceptions: Set<String> = [
        // Objects are the runtime's, and a typealias has the same members.
        "open class NSManagedObject: ManagedObject, NSFetchRequestResult, InsertableObject",
        "public required convenience init(entity: EntityDescription, objectID: ObjectID)",
        "public typealias NSSnapshotEventType = SnapshotEventType",
        "public typealias NSPersistentHistoryResultType = PersistentHistoryResultType",
        "public typealias NSPersistentHistoryChangeType = PersistentHistoryChange.ChangeType",
        "public typealias NSFetchedResultsChangeType = FetchedResultsChangeType",
        // Generated code and the reader of model files, which another module of the package registers.
        "public convenience init(schemaText: String, classes: [String: NSManagedObject.Type], "
            + "keyPaths: (@Sendable (inout KeyPathNames) -> Void)? = nil )",
        "public static func setReader(forFilesWithExtension pathExtension: String, "
            + "_ reader: (@Sendable (URL) throws -> Model?)? )",
    ]

    /// The members that `NSManagedObject` has from the runtime's class, besides those that Core Data's has as well, and
    /// without subscripts, whose labels only generated code uses.
    private static let inherited: Set<String> = [
        "init(context", "init(entity", "nameOfEntity", "value(forKey:as", "find(_", "fetchedObjects(forKey",
        "predicateValue",
        "hash(into",
    ]

    @Test("No public declaration names a type of the runtime")
    func typesOfTheRuntime() throws {
        let types = try typesOfRuntime()
        #expect(
            types.isSuperset(of: ["ObjectID", "ManagedObject", "EntityDescription", "ModelPredicate", "AttributeValue"])
        )
        let declarations = try sources(["CoreData"]).flatMap { file, text in
            publicSignatures(of: text).map { (file, $0) }
        }
        let own = Set(
            declarations.map(\.1).filter { $0.contains(#/(?:class|struct|enum|protocol) [A-Z]/#) }.compactMap(name))
        #expect(declarations.count > 600)
        for (file, signature) in declarations where !Self.exceptions.contains(signature) {
            // Its own types come first, such as an attribute's `AttributeType`.
            let names = signature.matches(of: #/(?:^|[^.\w`])([A-Z]\w+)/#).map { String($0.1) }.filter {
                types.contains($0) && !own.contains($0)
            }
            #expect(names.isEmpty, "\(file): \(signature)")
        }
    }

    @Test("Classes of a program inherit no name of the runtime that programs declare")
    func inheritedNames() throws {
        let own = Set(
            try sources(["CoreData"]).flatMap { publicSignatures(of: $0.text) }.compactMap(name)
                .map { $0.prefix { $0 != "(" } })
        var visible: Set<String> = []
        for (_, text) in try sources(["ObjectGraph"]) {
            for block in text.split(separator: /\n}/)
            where block.contains(/(?m)^(?:open class ManagedObject:|extension ManagedObject[ :])/) {
                let names = publicSignatures(of: String(block)).filter { !$0.contains("subscript") }.compactMap(name)
                visible.formUnion(names.filter { !own.contains($0.prefix { $0 != "(" }) || $0.hasPrefix("init(") })
            }
        }
        let ofCoreData: Set<Substring> = [
            "awakeFromInsert", "awakeFromFetch", "awake", "prepareForDeletion", "willSave", "didSave",
            "willTurnIntoFault",
            "didTurnIntoFault", "validateForInsert", "validateForUpdate", "validateForDelete", "ManagedObject",
        ]
        let others = visible.filter { !ofCoreData.contains($0.prefix { $0 != "(" }) }
        #expect(others.subtracting(Self.inherited).sorted() == [])
        let declaredByApps: Set<String> = [
            "entityName", "identifier", "id", "name", "all", "create", "insert", "delete", "update", "save", "first",
            "count", "fetch", "findFirst", "findOrCreate", "findOrFetch", "defaultSortDescriptors",
            "sortedFetchRequest",
            "primaryKey", "uuid", "remoteID", "allObjects", "object", "configure",
        ]
        #expect(declaredByApps.intersection(others).isEmpty)
    }

    /// The name of a declaration, with the labels of its arguments up to the last: `find(_`.
    private func name(of signature: String) -> String? {
        guard let match = signature.firstMatch(of: /(?:func|var|let|class|struct|enum|case) `?(\w+)|(init)\b/) else {
            return nil
        }
        let base = String(match.1 ?? match.2 ?? "")
        let rest = signature[match.range.upperBound...].drop { $0 == "?" || $0 == "`" }
        let generic = rest.hasPrefix("<") ? rest.drop { $0 != "(" } : rest
        guard generic.hasPrefix("("), !generic.hasPrefix("()") else { return base }
        let labels = generic.dropFirst().matches(of: /(?:^|, )(\w+)(?: \w+)?:/).map { String($0.1) }
        return base == "value" ? "\(base)(\(labels.joined(separator: ":"))" : "\(base)(\(labels.first ?? "")"
    }

    private func typesOfRuntime() throws -> Set<String> {
        let targets = [
            "ObjectGraph", "StoreProtocol", "ColumnEngine", "ModelSchema", "ModelExpressions", "ModelDiagnostics",
            "StoreMigration", "JSONStore", "SQLiteStore", "MappingModels", "CompiledModels",
        ]
        return Set(
            try sources(targets).flatMap { _, text in
                text.matches(
                    of:
                        /(?m)^(?:public|open) (?:final |indirect )*(?:class|struct|enum|protocol|typealias) (\w+)/
                ).map { String($0.1) }
            })
    }

    /// The public declarations up to their body or their value, each on one line.
    private func publicSignatures(of text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        return lines.indices.compactMap { index in
            let line = lines[index].drop { $0 == " " }
            guard !line.hasPrefix("//"), line.contains(#/^(?:@\w+(?:\([^)]*\))? )*(?:public|open) /#) else {
                return nil
            }
            var signature = ""
            for part in lines[index...] {
                let part = part.drop { $0 == " " }
                signature += signature.isEmpty ? part : signature.hasSuffix("(") ? part : " " + part
                let isOpen = signature.count { $0 == "(" } > signature.count { $0 == ")" }
                if !isOpen, !signature.hasSuffix("->"), !signature.hasSuffix(",") { break }
            }
            let body = signature.firstRange(of: " {")?.lowerBound ?? signature.endIndex
            let value =
                signature.contains("typealias") || signature.contains("func ") || signature.contains("init")
                ? nil : signature.firstRange(of: " = ")?.lowerBound
            return String(signature[..<min(body, value ?? body)])
        }
    }

    private func sources(_ targets: [String]) throws -> [(file: String, text: String)] {
        try targets.flatMap { target in
            let folder = SourceTree.sources(of: target)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.compactMap {
                $0 as? URL
            }
            return try (files ?? []).filter { $0.pathExtension == "swift" }.map { file in
                (file.lastPathComponent, try String(contentsOf: file, encoding: .utf8))
            }
        }
    }
}
