package import ModelSchema
import SwiftNames

/// A version of a model, for code that declares all versions.
package struct SchemaVersion: Sendable {
    /// The name of the version in the bundle.
    package var name: String
    package var model: Model
    /// Whether existing code of the version never changes.
    package var isFrozen: Bool

    /// Creates a version, which is frozen if it was released.
    package init(name: String, model: Model, isFrozen: Bool) {
        self.name = name
        self.model = model
        self.isFrozen = isFrozen
    }
}

/// The versions of a model with their names in SwiftData code, and the steps of the plan for migrating stores.
package struct SchemaHistory: Sendable {
    /// A version with its names.
    struct Version: Sendable {
        let name: String
        /// The enum that contains the types of the version.
        let schemaName: String
        /// The numbers of the version: major, minor, and patch.
        let identifier: [Int]
        let isFrozen: Bool
        let named: NamedModel
        let expressed: ExpressedModel

        /// The version hashes of the entities in SwiftData, which identify the version in stores.
        var hashes: [String: CoreDataVersionHash] { expressed.hashes }
    }

    /// A migration from a version to the next one of the plan.
    package struct Step: Sendable {
        let from: Version
        let to: Version
        /// The reasons why SwiftData cannot infer the migration, as clauses; empty for a lightweight stage.
        package var obstacles: [String] = []

        /// The names of both versions in the bundle.
        package var names: (from: String, to: String) { (from.name, to.name) }
        /// The models that SwiftData has of the versions.
        package var expressedModels: (from: Model, to: Model) {
            (from.expressed.lookup.model, to.expressed.lookup.model)
        }
        /// The models of Core Data.
        package var sourceModels: (from: Model, to: Model) { (from.named.model, to.named.model) }

        /// The enum with the functions of a custom stage, which people write.
        package var migrationName: String {
            let names = [from, to].map { $0.schemaName.dropLast(SchemaHistory.suffix.count) }
            return "\(names[0])To\(SwiftIdentifier.upperFirst(String(names[1])))Migration"
        }
    }

    static let suffix = "Version"

    /// All versions, in the order of the bundle.
    let versions: [Version]
    /// The current version.
    let current: Version
    /// The steps of the plan up to the current version.
    package var steps: [Step]
    /// The versions that the plan leaves out, because another one has the same version hashes.
    package let repetitions: [(name: String, other: String)]
    /// The versions that the plan leaves out, because they come after the current one.
    package let laterNames: [String]
    /// The number of entities of the current version whose hash differs from Core Data's.
    package let changedHashCount: Int
    /// The name of the plan.
    let planName: String

    /// - Parameter currentName: The name of the current version. If there is no version with the name, the last one is
    ///   current.
    /// - Returns: Nil if there are no versions.
    init?(_ versions: [SchemaVersion], currentName: String, options: GenerationOptions) {
        // A type of one version can hide a library type in the code of another.
        let typeNames = versions.reduce(into: Set<String>()) { names, version in
            names.formUnion(version.model.entities.map(\.name) + version.model.composites.map(\.name))
        }
        let stem = SwiftIdentifier.upperFirst(ModelFileName.stem(ofModelNamed: versions.first?.model.name ?? ""))
        var scope = NameScope(reserved: typeNames)
        planName = scope.declare("\(stem)MigrationPlan", for: .model)
        var identifiers: Set<[Int]> = []
        self.versions = versions.map { version in
            let named = NamedModel(version.model, options: options, hiding: typeNames)
            return Version(
                name: version.name,
                schemaName: scope.declare(Self.schemaName(ofVersion: version.name), for: .model),
                identifier: Self.identifier(
                    ofVersion: version.name, modelName: version.model.name, notAmong: &identifiers),
                isFrozen: version.isFrozen, named: named, expressed: ExpressedModel(named))
        }
        let index = self.versions.firstIndex { $0.name == currentName } ?? self.versions.endIndex - 1
        guard index >= 0 else { return nil }
        let current = self.versions[index]
        self.current = current
        laterNames = self.versions.dropFirst(index + 1).map(\.name)
        // SwiftData finds the version of a store by its hashes, so each can be in the plan only once.
        var planned: [Version] = []
        var repetitions: [(name: String, other: String)] = []
        var known: [[String: CoreDataVersionHash]: String] = [:]
        for version in self.versions.prefix(index + 1).reversed() {
            let hashes = version.hashes
            if let other = known[hashes] {
                repetitions.append((version.name, other))
            } else {
                known[hashes] = version.name
                planned.append(version)
            }
        }
        planned.reverse()
        self.repetitions = repetitions.reversed()
        steps = zip(planned, planned.dropFirst()).map { Step(from: $0, to: $1) }
        changedHashCount = current.named.model.entities.count {
            current.expressed.hash(of: $0, namer: current.named.namer) != current.expressed.sourceHashes[$0.name]
        }
    }

    /// The versions of the plan, oldest first.
    var planned: [Version] { steps.first.map { [$0.from] + steps.map(\.to) } ?? [current] }

    /// The name of a version as an identifier. Other characters become underscores, so that names stay distinct.
    private static func schemaName(ofVersion name: String) -> String {
        let text = String(
            String.UnicodeScalarView(name.unicodeScalars.map { $0.properties.isXIDContinue ? $0 : "_" }))
        let identifier = SwiftIdentifier.upperFirst(text)
        return (SwiftIdentifier.isValid(identifier) ? identifier : "Model_" + identifier) + suffix
    }

    /// The first three numbers in the name of a version after the name of the model: 1.0.0 for the first version.
    private static func identifier(
        ofVersion name: String, modelName: String, notAmong known: inout Set<[Int]>
    ) -> [Int] {
        let rest = name.hasPrefix(modelName) ? name.dropFirst(modelName.count) : name[...]
        var numbers = rest.split { !$0.isASCII || !$0.isNumber }.prefix(3).map { Int(Int32($0) ?? 0) }
        if numbers.isEmpty { numbers = [1] }
        while numbers.count < 3 { numbers.append(0) }
        while !known.insert(numbers).inserted { numbers[2] += 1 }
        return numbers
    }
}
