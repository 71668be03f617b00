import SwiftNames

/// What a package needs to build a model layer on Linux: the configuration of each model, the targets, and the
/// manifest. The page *One source for two platforms* describes it.
package struct PackageRecipe: Sendable, Hashable {
    /// An entity of a model.
    package struct Entity: Sendable, Hashable {
        package var name: String
        package var className: String
        /// Whether the editor's Codegen setting leaves the class to people.
        package var isClassHandwritten: Bool

        package init(name: String, className: String, isClassHandwritten: Bool) {
            self.name = name
            self.className = className
            self.isClassHandwritten = isClassHandwritten
        }
    }

    /// A model among the sources.
    package struct Model: Sendable, Hashable {
        /// The path of the bundle in the package, with slashes.
        package var path: String
        package var entities: [Entity]
        /// Whether a configuration applies to it.
        package var isConfigured: Bool

        package init(path: String, entities: [Entity], isConfigured: Bool) {
            self.path = path
            self.entities = entities
            self.isConfigured = isConfigured
        }
    }

    /// A target of the manifest.
    private struct Target: Hashable {
        var name: String
        /// The folder in the package.
        var folder: String
        var hasModel = false
        /// The target that supplies the accessors of handwritten classes; nil if it needs none.
        var accessors: String?
        var isTest = false
        var isProgram = false
        var dependencies: [String] = []
    }

    /// The texts of new files, by path.
    package private(set) var files: [String: String] = [:]
    /// The lines for an existing manifest; empty if it has them.
    package private(set) var manifestLines: [String] = []

    /// Creates the recipe for models and sources.
    ///
    /// - Parameters:
    ///   - sources: The paths of the sources in the package and the ported bytes.
    ///   - manifest: The text of `Package.swift`; nil if there is none.
    ///   - exists: Whether something is at a path in the package, which is never replaced.
    package init(
        _ models: [Model], sources: [(path: String, bytes: [UInt8])], manifest: String?,
        exists: (String) -> Bool
    ) {
        let models = models.filter { !$0.path.hasPrefix("Tests/") }
        guard !models.isEmpty else { return }
        let classes = HandwrittenClasses(sources.map(\.bytes))
        var targets: [Target] = []
        for folder in Set(models.map(Self.targetFolder)).sorted() {
            let own = models.filter { Self.targetFolder($0) == folder }
            targets += configure(own, in: folder, classes, exists)
        }
        if let manifest {
            if !manifest.contains("ModelGenPlugin") { manifestLines = Self.lines(for: targets) }
        } else if !exists("Package.swift") {
            targets += Self.otherTargets(of: sources.map(\.path), besides: targets)
            files["Package.swift"] = Self.manifest(targets)
        }
    }

    // MARK: Targets

    /// The folder of a model's target: one of `Sources`, or the folder that contains the model.
    private static func targetFolder(_ model: Model) -> String {
        let parts = model.path.split(separator: "/")
        if parts.first == "Sources", parts.count > 2 { return parts.prefix(2).joined(separator: "/") }
        return parts.dropLast().joined(separator: "/")
    }

    /// Adds the configurations of a target's models, and returns the target and the one of its accessors.
    private mutating func configure(
        _ models: [Model], in folder: String, _ classes: HandwrittenClasses, _ exists: (String) -> Bool
    ) -> [Target] {
        let path = models[0].path
        let modelName = path.split(separator: "/").last.map { $0.prefix { $0 != "." } } ?? "Model"
        let name = folder.split(separator: "/").last.map(Self.moduleName) ?? String(modelName)
        let entities = models.flatMap(\.entities).filter { !$0.className.isEmpty && $0.className != "NSManagedObject" }
        let managed = entities.filter { classes.managed.contains($0.className) }
        let declared = entities.filter { classes.declared.contains($0.className) }
        let isAllByHand = !managed.isEmpty && declared.count == entities.count && managed.count == entities.count
        // Classes without properties among the sources get these from the editor's setting.
        let word = declared.isEmpty ? nil : isAllByHand ? "handwritten" : "xcode"
        let choice = word.map { "  classes: \($0)\n" } ?? ""
        for model in models where !model.isConfigured {
            let modelFolder = model.path.split(separator: "/").dropLast().map { $0 + "/" }.joined()
            if !exists(modelFolder + "modelgen.yml") {
                files[modelFolder + "modelgen.yml"] = "generate:\n  style: coredata\n\(choice)"
            }
        }
        guard !managed.isEmpty else { return [Target(name: name, folder: folder, hasModel: true)] }
        let accessors = Target(
            name: name + "Accessors", folder: Self.sibling(of: folder, named: name + "Accessors"), hasModel: true)
        if !exists(accessors.folder + "/modelgen.yml") {
            let places = models.map { "  - \(Self.scalar(Self.relative($0.path, from: accessors.folder)))\n" }
            files[accessors.folder + "/modelgen.yml"] =
                "models:\n\(places.joined())\ngenerate:\n  style: coredata\n"
                + (isAllByHand ? "" : choice) + "  accessors-of: \(name)\n"
            files[accessors.folder + "/Accessors.swift"] =
                "// The plugin generates the accessors of the properties with @NSManaged in \(name).\n"
        }
        return [Target(name: name, folder: folder, hasModel: true, accessors: accessors.name), accessors]
    }

    private static func sibling(of folder: String, named name: String) -> String {
        (folder.split(separator: "/").dropLast().map(String.init) + [name]).joined(separator: "/")
    }

    private static func relative(_ path: String, from folder: String) -> String {
        let (parts, base) = (path.split(separator: "/"), folder.split(separator: "/"))
        let shared = zip(parts, base).prefix { $0 == $1 }.count
        return (Array(repeating: "..", count: base.count - shared) + parts[shared...].map(String.init))
            .joined(separator: "/")
    }

    /// A name that a module can have.
    private static func moduleName(_ name: some StringProtocol) -> String {
        let characters = name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" }
        let text = String(characters)
        return text.first?.isNumber == true ? "_" + text : text
    }

    /// The targets of `Sources` and `Tests` without models.
    private static func otherTargets(of paths: [String], besides targets: [Target]) -> [Target] {
        let libraries = targets.filter { !$0.name.hasSuffix("Accessors") || $0.accessors != nil }.map(\.name)
        var folders: [String: [Substring]] = [:]
        for path in paths {
            let parts = path.split(separator: "/")
            guard parts.count > 2, ["Sources", "Tests"].contains(parts[0]) else { continue }
            folders["\(parts[0])/\(parts[1])", default: []].append(parts[parts.count - 1])
        }
        return folders.keys.sorted().filter { folder in !targets.contains { $0.folder == folder } }.map { folder in
            let isTest = folder.hasPrefix("Tests/")
            return Target(
                name: moduleName(folder.split(separator: "/")[1]), folder: folder, isTest: isTest,
                isProgram: !isTest && folders[folder]?.contains("main.swift") == true, dependencies: libraries)
        }
    }

    // MARK: Texts

    private static let modules = """
        // Apple's platforms have the framework itself.
        let coreData = Target.Dependency.product(
            name: "CoreData", package: "modelgen", condition: .when(platforms: [.linux]))
        let plugin = Target.PluginUsage.plugin(name: "ModelGenPlugin", package: "modelgen")
        """
    private static let dependency =
        #".package(url: "https://github.com/OWNER/modelgen", .upToNextMinor(from: "0.1.0")),"#

    private static func lines(for targets: [Target]) -> [String] {
        modules.split(separator: "\n").map(String.init) + ["// In dependencies:", dependency, "// In targets:"]
            + targets.map(line)
    }

    private static func line(_ target: Target) -> String {
        let kind = target.isTest ? "testTarget" : target.isProgram ? "executableTarget" : "target"
        let names = target.dependencies + (target.accessors.map { [$0] } ?? [])
        let dependencies = ["coreData"] + names.map { "\"\($0)\"" }
        let path =
            ["Sources/\(target.name)", "Tests/\(target.name)"].contains(target.folder)
            ? "" : ", path: \(text(target.folder.isEmpty ? "." : target.folder))"
        return ".\(kind)(name: \"\(target.name)\", dependencies: [\(dependencies.joined(separator: ", "))]\(path)"
            + (target.hasModel ? ", plugins: [plugin])," : "),")
    }

    private static func manifest(_ targets: [Target]) -> String {
        let libraries = targets.filter { $0.hasModel && !$0.name.hasSuffix("Accessors") }
        let products = libraries.map { "        .library(name: \"\($0.name)\", targets: [\"\($0.name)\"]),\n" }
        return """
            // swift-tools-version: 6.1

            import PackageDescription

            \(modules)

            let package = Package(
                name: \(text(libraries.first?.name ?? "Model")),
                platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
                products: [
            \(products.joined())    ],
                dependencies: [
                    \(dependency)
                ],
                targets: [
            \(targets.map { "        \(line($0))\n" }.joined())    ],
                swiftLanguageModes: [.v5]
            )

            """
    }

    /// A string literal of Swift.
    private static func text(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            scalar == "\"" || scalar == "\\" ? "\\\(scalar)" : scalar.value < 0x20 ? "_" : String(scalar)
        }
        return "\"\(escaped.joined())\""
    }

    /// A path as a scalar of YAML.
    private static func scalar(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { $0 < 0x80 && ($0.isSwiftWord || $0 == .point || $0 == .slash) }
        return isPlain ? path : text(path)
    }
}

/// The classes that sources declare.
private struct HandwrittenClasses {
    /// All classes.
    var declared: Set<String> = []
    /// Those that declare members with `@NSManaged`, in their body or in an extension.
    var managed: Set<String> = []

    init(_ sources: [[UInt8]]) {
        for bytes in sources {
            let file = PortedProject.File(bytes)
            for type in file.declarations.types where type.kind == "class" { declared.insert(type.name) }
            for index in file.source.tokens.indices where file.source.isToken(index, .attribute, "@NSManaged") {
                guard case .type(let type) = file.declarations.places[index] else { continue }
                managed.insert(file.declarations.types[type].name)
            }
        }
    }
}
