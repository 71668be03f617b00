import Foundation
import SwiftNames
import TestSupport
import Testing

/// The lists of reserved names against the sources that they are taken from.
@Suite struct ManagedObjectMembersTests {
    @Test("Every member of `ManagedObject` is reserved")
    func everyMemberOfManagedObjectIsReserved() throws {
        let members = try publicMembers(of: "ManagedObject")
        #expect(members.isSuperset(of: ["objectID", "entity", "isDeleted", "description", "awakeFromInsert"]))
        #expect(members.subtracting(ManagedObjectMembers.objectGraph).sorted() == [])
    }

    @Test("Every member of the model class is reserved")
    func everyMemberOfTheModelIsReserved() throws {
        // Classes are named in expressions there, which find a method by its first name.
        let members = try publicMembers(of: "ManagedObjectModel", includesMethodsWithArguments: true)
        #expect(members.isSuperset(of: ["schema", "name", "entities"]))
        #expect(members.subtracting(ManagedObjectModelMembers.names).sorted() == [])
    }

    /// The properties of a class, and its methods without arguments, as the sources of the runtime declare them.
    private func publicMembers(
        of className: String, includesMethodsWithArguments: Bool = false
    ) throws -> Set<String> {
        var members: Set<String> = []
        for text in try sources() {
            for block in text.split(separator: /\n}/) {
                guard
                    let declaration = block.firstMatch(
                        of: /(?m)^(?:@\w+ )?(?:open |public |final )*(class|struct|extension) (\w+)[ :]/),
                    declaration.2 == className || block.contains("\nextension Fetchable where Self: \(className) {")
                        || block.hasPrefix("extension Fetchable where Self: \(className) {")
                else { continue }
                let isPublic = declaration.0.contains("public ") && declaration.1 == "extension"
                for match in block.matches(of: /(?m)^    ([\w@() ]*?)(?:var|let|func) (`?\w+`?)([(<]?)([):]?)/) {
                    let isVisible = isPublic || match.1.contains("public") || match.1.contains("open")
                    // Static members are no names of objects; a method with arguments leaves its first name free.
                    let isStatic = match.1.contains("static") || match.1.contains("class")
                    let isNamed = includesMethodsWithArguments || match.3.isEmpty || match.4 == ")"
                    guard isVisible, isNamed, !isStatic else { continue }
                    members.insert(String(match.2))
                }
            }
        }
        return members
    }

    /// Those of what a program sees that imports the runtime.
    private func sources() throws -> [String] {
        var texts: [String] = []
        for target in ["StoreProtocol", "ColumnEngine", "ObjectGraph"] {
            let folder = SourceTree.sources(of: target)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            while let file = files?.nextObject() as? URL {
                if file.pathExtension == "swift" { texts.append(try String(contentsOf: file, encoding: .utf8)) }
            }
        }
        return texts
    }
}
