import ModelCodegen
import ModelConfiguration
import ModelDiagnostics
import ModelValidation
import TestSupport
import Testing

/// The examples in the doc comments of configurations.
@Suite struct DocumentationExampleTests {
    private let bytes = Array(
        """
        models: [Models/Shop.xcdatamodeld]
        generate:
          style: swiftdata
          access: package
        """.utf8)

    @Test("The examples of a configuration read it, and combine it with flags")
    func aConfiguration() {
        // Example: ConfigurationReader
        var diagnostics: [LocatedDiagnostic] = []
        let configuration = ConfigurationReader().read(bytes, at: "/code/shop/modelgen.yml", into: &diagnostics)
        print(configuration.models)  // ["/code/shop/Models/Shop.xcdatamodeld"]
        // End
        #expect(diagnostics.isEmpty && configuration.models == ["/code/shop/Models/Shop.xcdatamodeld"])
        // Example: ProjectConfiguration
        let configured = configuration.generation(forModelAt: "/code/shop/Models/Shop.xcdatamodeld")
        // End
        // Example: GenerationSettings
        var flags = GenerationSettings()
        flags.style = .coreData
        let options = flags.completed(by: configured).options  // Flags count more than the file.
        // End
        #expect(options.style == .coreData && options.accessLevel == .package)
        // Example: ConfigurationLimits
        let reader = ConfigurationReader(limits: ConfigurationLimits(sizeBytes: 16 * 1024))
        // End
        #expect(reader.read(bytes, at: "/code/shop/modelgen.yml", into: &diagnostics) == configuration)
        #expect(diagnostics.isEmpty)
    }

    @Test("The example of a search finds the file above a model")
    func aSearch() throws {
        let temporary = try TemporaryFolder()
        try temporary.write("", to: "Shop/modelgen.yml")
        let folder = temporary.path("Shop")
        var found: [String] = []
        // Example: ConfigurationSearch
        let search = ConfigurationSearch(workingDirectory: folder)
        if let path = search.path(forModelAt: "\(folder)/Models/Shop.xcdatamodeld") {
            found.append(path)
        }
        // End
        #expect(found == ["\(folder)/modelgen.yml"])
    }

    @Test("The example of a level takes it from a flag, and reports one that does not exist")
    func aLevel() {
        func levels(_ flags: [(code: String, level: String)]) -> [Diagnostic.Code: ValidationRule.Level] {
            var options = ValidationOptions()
            for flag in flags {
                // Example: RuleLevelSetting
                do {
                    let setting = try RuleLevelSetting(code: flag.code, level: flag.level)
                    options.levels[setting.code] = setting.level
                } catch {
                    print("\(error.message); \(error.hint)")
                }
                // End
            }
            return options.levels
        }
        let code = Diagnostic.Code("relationship-inverse-missing")
        #expect(levels([("relationship-inverse-missing", "error"), ("relationship", "loud")]) == [code: .error])
    }

    @Test("The examples of keys describe the values that they accept")
    func keys() {
        // Example: KeyDescription
        for key in KeyDescription.all where !key.isRequired {
            print("\(key.name): \(key.summary)")
        }
        // End
        #expect(KeyDescription.all.contains { $0.name == "models" })
        // Example: ValueForm
        let form = ValueForm.list(of: .path)
        print(form.expectation)  // a list whose items are each a path relative to this file
        // End
        #expect(form.expectation == "a list whose items are each a path relative to this file")
    }
}
