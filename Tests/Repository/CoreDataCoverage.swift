import Foundation
import TestSupport
import Testing

/// The page about the types and members of Apple's framework that the module `CoreData` has. It is made from a list of
/// them, which the declarations of the sources are compared with.
@Suite struct CoreDataCoverage {
    private struct Member {
        var name: String
        var isAbsent: Bool
        var note: String?
    }

    private struct ListedType {
        var name: String
        var members: [Member]
        /// The reason that the whole type is unavailable; nil if it is available.
        var absence: String?
    }

    @Test("The documentation lists which symbols of Core Data the sources declare")
    func thePageListsWhatTheSourcesDeclare() throws {
        let types = try types()
        let declarations = try PublicDeclarations().all
        let isAvailable = { (declaration: PublicDeclarations.Declaration) in
            declaration.unavailability == nil && !declaration.place.contains("/Unavailable/")
        }
        let declared = Self.names(of: declarations.filter(isAvailable))
        let unavailable = Self.names(of: declarations.filter { $0.unavailability != nil })
        for type in types {
            #expect((declared[type.name] == nil) == (type.absence != nil), "\(type.name)")
            for member in type.members {
                let isDeclared = declared[type.name]?.contains(member.name) == true
                #expect(isDeclared != member.isAbsent, "\(type.name).\(member.name)")
                let saysSo = unavailable[type.name]?.contains(member.name) == true
                #expect(saysSo || !member.isAbsent, "\(type.name).\(member.name) is not declared as unavailable")
            }
            let typeSaysSo = declarations.contains { $0.name.hasSuffix(type.name) && $0.unavailability != nil }
            #expect(typeSaysSo || type.absence == nil, "\(type.name) is not declared as unavailable")
        }
        // The compiler gives the reasons that the page does.
        let reasons = types.flatMap { [$0.absence] + $0.members.filter(\.isAbsent).map(\.note) }.compactMap { $0 }
        let messages = declarations.filter { $0.place.contains("/Unavailable/") }.compactMap(\.unavailability)
        #expect(
            Set(messages.map { $0.lowercased() })
                == Set(reasons.map { "\($0).".lowercased() }))
        try expectGolden(page(of: types), at: "../../Sources/CoreData/Documentation.docc/Coverage.md")
    }

    /// The names that each type of the module has, inherited ones of the runtime's among them.
    private static func names(of declarations: [PublicDeclarations.Declaration]) -> [String: Set<String>] {
        var names: [String: Set<String>] = [:]
        for declaration in declarations {
            let words = declaration.name.split(separator: " ")
            guard let last = words.last else { continue }
            let name = String(last.prefix { $0 != "(" && $0 != "<" })
            let isOfModule = declaration.place.hasPrefix("Sources/CoreData/")
            if isOfModule, name.hasPrefix("NS") {
                names[name, default: []].formUnion([])
                if declaration.surroundings.isEmpty { names["constants", default: []].insert(name) }
            }
            if declaration.surroundings.contains("Notification") {
                names["Notification.Name", default: []].insert(name)
            }
            for type in declaration.surroundings {
                if isOfModule, type.hasPrefix("NS") { names[type, default: []].insert(name) }
                let isInherited = declaration.place.hasPrefix("Sources/Runtime/ObjectGraph/") && type == "ManagedObject"
                if isInherited { names["NSManagedObject", default: []].insert(name) }
            }
        }
        let ofRequests = names["NSPersistentStoreRequest"] ?? []
        names["NSFetchRequest"]?.formUnion(ofRequests)
        return names
    }

    private func types() throws -> [ListedType] {
        let list = SourceTree.file("Tests/Repository/CoreDataSymbols.txt")
        let lines = try String(contentsOf: list, encoding: .utf8).split(separator: "\n").filter { !$0.hasPrefix("#") }
        return try lines.map { line in
            let halves = line.split(separator: "|", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            let parts = halves[0].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let notes =
                halves.count > 1 ? halves[1].split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) } : []
            let names = parts[1].split(separator: " ").map(String.init)
            if let absence = notes.first, absence.hasPrefix("absent: ") {
                return ListedType(name: String(parts[0]), members: [], absence: String(absence.dropFirst(8)))
            }
            var members = names.map { Member(name: $0, isAbsent: false, note: nil) }
            for note in notes {
                let words = note.split(separator: " ", maxSplits: 2).map(String.init)
                let place = try #require(members.firstIndex { $0.name == words[0] }, "\(note)")
                members[place].isAbsent = words[1] == "absent:"
                members[place].note = words[2]
            }
            return ListedType(name: String(parts[0]), members: members, absence: nil)
        }
    }

    private func page(of types: [ListedType]) -> String {
        var lines = [
            "# Coverage of Apple's framework", "",
            "Every type of Core Data's Swift interface, with the members that are unavailable or limited, and the reasons.",
            "",
            "## Overview",
            "",
            "The list of types and members follows the Swift interface in Apple's public documentation, with the SDKs of Xcode 26.",
            "Members that this page doesn't list are available. What is unavailable is declared, so that the compiler reports the",
            "reason where a program uses it. A test generates this page from the sources.", "",
            "| Type | Members | Unavailable or limited |", "|---|---|---|",
        ]
        for type in types {
            if let absence = type.absence {
                lines.append("| `\(type.name)` | – | unavailable: \(absence) |")
                continue
            }
            let present = type.members.filter { !$0.isAbsent }.count
            let notes = type.members.compactMap { member in
                member.note.map { "`\(member.name)`\(member.isAbsent ? " is unavailable" : ""): \($0)" }
            }
            let cell = notes.isEmpty ? "" : notes.joined(separator: "; ")
            let count = type.members.isEmpty ? "all" : "\(present) of \(type.members.count)"
            lines.append("| `\(type.name)` | \(count) | \(cell) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
