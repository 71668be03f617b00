import ModelCodegen
import ModelCompiler
import ModelConfiguration
import TestSupport
import Testing

struct ProjectSettingsTests {
    private func access(
        flag: GenerationOptions.AccessLevel?, configuration: String?, fallback: GenerationOptions.AccessLevel?
    ) throws -> GenerationOptions.AccessLevel {
        let folder = try TemporaryFolder()
        if let configuration { try folder.write(configuration, to: "Package/modelgen.yml") }
        var flags = GenerationSettings()
        flags.accessLevel = flag
        var last = GenerationSettings()
        last.accessLevel = fallback
        var settings = ProjectSettings(
            workingDirectory: folder.path("Package"), generation: flags, fallbackGeneration: last)
        return try settings.settings(forModelAt: folder.path("Package/S.xcdatamodel")).generation.options.accessLevel
    }

    @Test("Flags have precedence over configurations, and those over defaults")
    func precedence() throws {
        let text = "generate:\n  access: package\n"
        #expect(try access(flag: .public, configuration: text, fallback: .internal) == .public)
        #expect(try access(flag: nil, configuration: text, fallback: .internal) == .package)
        #expect(try access(flag: nil, configuration: "generate:\n  layout: model\n", fallback: .internal) == .internal)
        #expect(try access(flag: nil, configuration: nil, fallback: .internal) == .internal)
        #expect(try access(flag: nil, configuration: nil, fallback: nil) == .public)
    }
}
