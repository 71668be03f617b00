import ModelDiagnostics
import ModelSchema

/// The levels of rules for each element: the defaults, the project's levels, or the levels in the model's user info.
struct LevelSettings {
    /// The prefix of user info keys that set the level of a rule, before its code.
    static let keyPrefix = "modelgen.validate."

    private let options: ValidationOptions
    /// The levels in user info, by element.
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

    /// Whether a rule is on for any element.
    func isInUse(_ rule: ValidationRule) -> Bool {
        guard rule.target.map(options.targets.contains) ?? true else { return false }
        return rule.isMandatory || codesInUserInfo.contains(rule.code) || levelInProject(of: rule) != .off
    }

    /// Returns the level of a rule for an element: that of the element itself, of the nearest enclosing element, of the
    /// project, or of the rule.
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
    fileprivate func permitted(_ level: Level) -> Level { isMandatory ? defaultLevel : level }
}

extension ModelIndex {
    /// The elements with user info.
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
