import CompileCheck
import Foundation
import ModelCodegen
import TestSupport
import Testing

/// What compiles on the module `CoreData` compiles with Apple's framework, whose declarations `Tests/Support/StandIns`
/// has: the sources of the consumer test, with the code that is generated for Apple's platforms.
@Suite(.serialized) struct PortableSourceTests {
    /// The folder with what stands in for Apple's framework.
    private func standInModules() throws -> URL {
        let way = try #require(CompiledStyle.ways(of: .coreData, layout: .model).first)
        return try way.modules(builtModules: BuiltProduct("Modules").url)
    }

    @Test(
        "The sources of the consumer apps compile with Apple's signatures",
        arguments: [
            ("Apps", ["BookCatalogue", "HardChoice", "Superheroes", "UberNotebook"], GenerationOptions.Classes.model),
            ("Journal", ["SurfJournal"], .handwritten),
        ])
    func sourcesOfAppsCompileWithApplesSignatures(
        _ target: String, _ models: [String], _ classes: GenerationOptions.Classes
    ) throws {
        var options = GenerationOptions(style: .coreData, fileLayout: .model)
        options.classes = classes
        let modules = try standInModules()
        var checked = try models.map { name in
            let path = SourceTree.folder("Models").appending(path: "\(name).xcdatamodeld").path(percentEncoded: false)
            var model = try #require(try CheckedModel(at: path, options: options))
            // What would have been written by hand is among the sources.
            model.standIns = []
            return model
        }
        let folder = SourceTree.folder("Tests/Consumers/CoreDataApps/Sources").appending(path: target)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false))
            .filter { $0.hasSuffix(".swift") }.sorted()
        #expect(names.contains("main.swift") && names.count > 2)
        checked[0].files += try names.map { name in
            GeneratedFile(name: name, text: try String(contentsOf: folder.appending(path: name), encoding: .utf8))
        }
        let complaints = try TypeChecker(modules: modules).complaints(about: checked, in: .swift5)
        #expect(complaints == nil)
    }

    /// Stores of a program's own are written against the same signatures.
    @Test("The consumer's own stores compile with Apple's signatures")
    func ownStores() throws {
        let options = GenerationOptions(style: .coreData, fileLayout: .model)
        let modules = try standInModules()
        let path = SourceTree.folder("Models").appending(path: "Superheroes.xcdatamodeld").path(percentEncoded: false)
        var model = try #require(try CheckedModel(at: path, options: options))
        model.standIns = try ["PropertyListStore.swift", "WebStore.swift"].map { name in
            let file = SourceTree.folder("Tests/CoreDataTests").appending(path: name)
            return GeneratedFile(name: name, text: try String(contentsOf: file, encoding: .utf8))
        }
        let complaints = try TypeChecker(modules: modules).complaints(about: [model], in: .swift5)
        #expect(complaints == nil)
    }

    /// A source that uses what only this module has is found out.
    @Test("A source that uses more than Apple's framework has does not compile")
    func whatApplesFrameworkDoesNotHaveIsRefused() throws {
        let options = GenerationOptions(style: .coreData, fileLayout: .model)
        let modules = try standInModules()
        let path = SourceTree.folder("Models").appending(path: "Superheroes.xcdatamodeld").path(percentEncoded: false)
        var model = try #require(try CheckedModel(at: path, options: options))
        for line in [
            "_ = NSSortDescriptor(key: \"name\", ascending: true, comparison: .caseInsensitiveCompare)",
            "_ = NSJSONStoreType", "_ = NSPredicate(format: \"date > %@\", Date())",
        ] {
            let text = "import CoreData\nimport Foundation\n\nfunc use() {\n    \(line)\n}\n"
            model.standIns = [GeneratedFile(name: "Use.swift", text: text)]
            let complaints = try TypeChecker(modules: modules).complaints(about: [model], in: .swift5)
            #expect(complaints?.contains("error:") == true, "\(line)")
        }
    }
}
