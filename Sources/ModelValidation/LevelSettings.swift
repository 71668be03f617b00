import ModelDiagnostics
import ModelSchema

/// The level of every rule at every place: the rule's own, the project's, or what the model's user info asks for.
struct LevelSettings {
    /// The start of the user info keys that set a rule's level, followed by its code.
    static let keyPrefix = "modelgen.validate."

    private let options: ValidationOptions
    /// Levels that user info sets, by the element that carries it.
    private var levelsByPath: [SchemaPath: [Diagnostic.Code: ValidationRule.Level]] = [:]
    private var codesInUserInfo: Set<Diagnostic.Code> = []

    init(_ options: ValidationOptions, userInfoOf model: ModelIndex) {
        self.options = options
        for (path, userInfo) in model.userInfos {
            for entry in userInfo.entries where entry.key.hasPrefix(Self.keyPrefix) {
                guard let level = ValidationRule.Level(rawValue: entry.value) else { continue }
                let code = Diagnostic.Code(String(entry.key.dropFirst(Self.keyPrefix.count)))
                levelsByPath[path, default: [:]][code] = level
                codesInUserInfo.insert(code)
            }
        }
    }

    /// Whether a rule can report anything anywhere.
    func isInUse(_ rule: ValidationRule) -> Bool {
        rule.isMandatory || codesInUserInfo.contains(rule.code) || levelInProject(of: rule) != .off
    }

    /// The level of a rule at an element: set on the element itself, on the nearest element around it, for the
    /// project, or by the rule.
    func level(of rule: ValidationRule, at path: SchemaPath) -> ValidationRule.Level {
        guard codesInUserInfo.contains(rule.code) else { return levelInProject(of: rule) }
        var steps = path.steps
        while !steps.isEmpty {
            if let level = levelsByPath[SchemaPath(steps: steps)]?[rule.code] { return rule.permitted(level) }
            steps.removeLast()
        }
        return levelInProject(of: rule)
    }

    private func levelInProject(of rule: ValidationRule) -> ValidationRule.Level {
        rule.permitted(options.levels[rule.code] ?? rule.defaultLevel)
    }
}

extension ValidationRule {
    /// The level that results from asking for one.
    fileprivate func permitted(_ level: Level) -> Level { isMandatory ? defaultLevel : level }
}

extension ModelIndex {
    /// Every element that has user info, with it.
    var userInfos: [(path: SchemaPath, userInfo: UserInfo)] {
        var found: [(path: SchemaPath, userInfo: UserInfo)] = []
        func add(_ userInfo: UserInfo, at path: SchemaPath) {
            if !userInfo.isEmpty { found.append((path, userInfo)) }
        }
        for entity in entities {
            add(entity.entity.userInfo, at: entity.path)
            for node in entity.attributes { add(node.attribute.userInfo, at: node.path) }
            for node in entity.relationships { add(node.relationship.userInfo, at: node.path) }
            for node in entity.fetchedProperties { add(node.property.userInfo, at: node.path) }
        }
        for composite in composites {
            for node in composite.attributes { add(node.attribute.userInfo, at: node.path) }
        }
        return found
    }
}
