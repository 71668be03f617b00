import ModelSchema
import SwiftNames

/// The names inside the classes of a model, chosen once for all classes.
struct ClassNames: Sendable {
    private struct Key: Hashable {
        var className: String
        var role: MemberRole
        var modelName: String
    }

    private var names: [Key: String] = [:]
    private(set) var renamings: [Renaming] = []

    /// - Parameter typeNames: The types that generated code declares outside of classes, which a nested type of the
    ///   same name would hide.
    /// - Parameter functions: The additional static functions.
    init(of classes: [ModelClass], functions: QueryFunctions, options: GenerationOptions, typeNames: Set<String>) {
        var reserved =
            switch options.style {
            case .objectGraph: ManagedObjectMembers.reservedForObjectGraph
            case .coreData: ManagedObjectMembers.reservedForCoreData
            case .swiftData: PersistentModelMembers.reserved
            }
        // The struct of an object's values has the same names, and a property with this name would prevent its coding.
        if options.generatesSnapshots { reserved.formUnion(CodableStructMembers.types) }
        // Every class already has this member, or gets it.
        let functionNames = typeNames.union(["fetchRequest"])
        var scope = NameScope(
            reserved: reserved.union(functionNames.map { MemberDeclaration.Level.type.rawValue + $0 }))
        let members = ClassMembers(options: options)
        let children = Dictionary(grouping: classes) { $0.superclassName ?? "" }
        // A stack instead of recursion, because a hostile model can be as deep as it is large. A class leaves the scope
        // after its subclasses, so each class contains only its inherited names.
        var steps = children["", default: []].reversed().map(Step.enter)
        while let step = steps.popLast() {
            switch step {
            case .enter(let item):
                let isInFamily = item.superclassName != nil || !children[item.name, default: []].isEmpty
                let declarations =
                    members.declarations(of: item.entity, isInFamily: isInFamily)
                    + (options.style == .swiftData ? [] : functions.declarations(ofClassNamed: item.name))
                let taken = declare(declarations, ofClassNamed: item.name, in: &scope)
                steps.append(.leave(taken))
                steps += children[item.name, default: []].reversed().map(Step.enter)
            case .leave(let taken):
                for name in taken { scope.release(name) }
            }
        }
    }

    private enum Step {
        case enter(ModelClass)
        case leave([String])
    }

    /// The names of all members of all classes.
    var all: Set<String> { Set(names.values) }
    /// Those that begin as the names of types do.
    var capitalized: Set<String> { Set(names.values.lazy.filter { $0.first?.isUppercase == true }) }

    /// The name of a member; nil if it has not been declared.
    func name(_ role: MemberRole, _ modelName: String, ofClassNamed className: String) -> String? {
        names[Key(className: className, role: role, modelName: modelName)]
    }

    /// Chooses names for the members of one class, first for the members that can have their preferred name.
    ///
    /// - Returns: The names that they take in the scope.
    private mutating func declare(
        _ declarations: [MemberDeclaration], ofClassNamed className: String, in scope: inout NameScope
    ) -> [String] {
        var taken: [String] = []
        var waiting: [MemberDeclaration] = []
        func declare(_ declaration: MemberDeclaration) -> String {
            let name = scope.declare(declaration.name, forms: declaration.names, for: .element(declaration.origin))
            taken += declaration.names(under: name)
            return name
        }
        for declaration in declarations {
            guard scope.origin(ofAnyIn: declaration.names(under: declaration.name)) == nil else {
                waiting.append(declaration)
                continue
            }
            names[key(of: declaration, className)] = declare(declaration)
        }
        for declaration in waiting {
            let holder = scope.origin(ofAnyIn: declaration.names(under: declaration.name)) ?? .runtime
            let name = declare(declaration)
            names[key(of: declaration, className)] = name
            renamings.append(Renaming(of: declaration, to: name, holder: holder))
        }
        return taken
    }

    private func key(of declaration: MemberDeclaration, _ className: String) -> Key {
        Key(className: className, role: declaration.role, modelName: declaration.modelName)
    }
}

extension Renaming {
    fileprivate init(of declaration: MemberDeclaration, to name: String, holder: NameScope.Origin) {
        let prefix = declaration.forms.first?.prefix ?? ""
        let member = declaration.level == .type ? Renaming.Subject.function : .member
        self.init(
            subject: prefix.isEmpty ? member : .functions(prefix: prefix), wantedName: declaration.name, name: name,
            origin: declaration.origin, holder: holder)
    }
}
