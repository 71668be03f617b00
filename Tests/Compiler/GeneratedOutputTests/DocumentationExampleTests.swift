import FileAccess
import GeneratedOutput
import ModelCodegen
import ModelDiagnostics
import TestSupport
import Testing

/// The examples in the doc comments of plans and what carries them out.
@Suite struct DocumentationExampleTests {
    private let temporary: TemporaryFolder
    private let folder: String

    init() throws {
        temporary = try TemporaryFolder()
        folder = temporary.path("Generated")
    }

    @Test("The examples of a plan show what changes, and write it")
    func aPlan() throws {
        let file = GeneratedFile(name: "Book+Generated.swift", text: "class Book {}\n")
        // Example: ModelOutput
        let output = ModelOutput(
            model: "Library.xcdatamodeld", path: "Models/Library.xcdatamodeld", files: [file])
        // End
        // Example: OutputPolicy
        let policy = OutputPolicy(prunesOtherModels: true)  // Removes the files of models that are not in the run.
        // End
        // Example: FolderPlanner
        let plan = try FolderPlanner(policy: policy).plan([output], in: folder)
        print(plan.summary)  // 1 written
        // End
        #expect(plan.summary == "1 written")
        // Example: FileChange
        for change in plan.changes where change.status == .written {
            print(change.difference(path: change.name), terminator: "")
        }
        // End
        #expect(plan.changes.map(\.status) == [.written])
        #expect(plan.changes.first?.difference(path: "Book+Generated.swift").contains("+class Book {}") == true)
        // Example: FolderPlan
        let problems = plan.isUpToDate ? [] : plan.diagnostics + plan.stalenessDiagnostics  // For CI
        // End
        #expect(problems.contains { $0.position.file == "\(folder)/Book+Generated.swift" })
        // Example: OutputTransaction
        if !plan.hasErrors, try !OutputTransaction.perform([plan]) {
            print("another process has changed the folder; plan again")
        }
        // End
        #expect(try temporary.names(in: "Generated") == [Manifest.fileName, "Book+Generated.swift"])
        // Example: Manifest
        let manifest = try Manifest(reading: FileReader.contents(of: "\(folder)/\(Manifest.fileName)"))
        let isGenerated = manifest.entries.contains { $0.file == "Book+Generated.swift" }
        // End
        #expect(isGenerated)
        let entry = try #require(manifest.entries.first)
        // Example: ContentHash
        let hash = ContentHash(of: "class Book {}\n")
        let isEdited = hash != entry.hash  // Whether the file has another text than when it was generated
        // End
        #expect(!isEdited)
    }

    @Test("The examples of rules and differences list and print them")
    func rulesAndDifferences() {
        // Example: OutputRules
        for rule in OutputRules.all { print(rule.code, rule.summary) }
        // End
        #expect(OutputRules.all.contains { $0.code == Diagnostic.Code("output-edited") })
        // Example: UnifiedDifference
        let difference = UnifiedDifference(from: Array("a\nb\n".utf8), to: Array("a\nc\n".utf8), path: "Book.swift")
        print(difference, terminator: "")
        // --- a/Book.swift
        // +++ b/Book.swift
        // @@ -1,2 +1,2 @@
        //  a
        // -b
        // +c
        // End
        #expect("\(difference)" == "--- a/Book.swift\n+++ b/Book.swift\n@@ -1,2 +1,2 @@\n a\n-b\n+c\n")
    }
}
