import SwiftNames

/// Names of Foundation that only the module `CoreData` has on Linux. Their files import it.
enum FoundationNameRule: PortingRule {
    private static let names: Set<String> = [
        "NSExpression", "NSComparisonPredicate", "NSCompoundPredicate", "NSSecureUnarchiveFromDataTransformer",
    ]

    static func constructs(in file: Int, of project: PortedProject) -> [PortedConstruct] {
        // The tool is not for projects without Core Data.
        guard project.importsCoreData,
            !Import.all(in: project.files[file]).contains(where: { $0.module == "CoreData" })
        else { return [] }
        let source = project.files[file].source
        let use = source.tokens.indices.first { index in
            guard source.isActive[index], !source.isInDirective[index], source.tokens[index].kind == .identifier else {
                return false
            }
            let name = source.text(index)
            return Self.names.contains(name) && !project.declaredTypes.contains(name)
                || name == "NSPredicate" && source.isMark(index + 1, "(") && source.isWord(index + 2, "format")
                || name == "NSSortDescriptor" && source.isMark(index + 1, "(") && source.isWord(index + 2, "key")
        }
        guard let use else { return [] }
        return [
            PortedConstruct(
                .appleFramework, at: source.tokens[use].range.lowerBound, in: source,
                "'\(source.text(use))' of Foundation is in the module CoreData on Linux", hint: "import CoreData",
                edits: [
                    Import.insertion(
                        of: [Import.access(in: project.files[file]) + "import CoreData"], into: file, of: project)
                ])
        ]
    }
}
