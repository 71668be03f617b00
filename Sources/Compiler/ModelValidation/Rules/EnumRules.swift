import ModelDiagnostics
import ModelSchema
import SwiftNames

/// Rules about enums in the user info of attributes.
extension ValidationRule {
    static let enumRules: [ValidationRule] = [
        enumKeyUnknown, enumAttributeUnsupported, enumNameNotIdentifier, enumCaseInvalid, enumCaseDuplicate,
        enumCaseHidesOptional, enumDefaultUnknown, enumAccessorInvalid, enumUnknownPolicyInvalid,
        enumDeclarationConflict,
    ]

    static let enumKeyUnknown = forEachAttribute(
        "enum-key-unknown", .warning, "User info has an unknown modelgen.enum key, or one without modelgen.enum itself."
    ) { node, _, findings in
        let userInfo = node.attribute.userInfo
        let known = AttributeEnumeration.Key.allCases.map(\.rawValue)
        let declaration = node.attribute.enumeration
        let documentationPrefix = AttributeEnumeration.Key.documentation.rawValue + "."
        for (entry, path) in zip(
            userInfo.entries, node.path.paths(to: .userInfoEntry, named: userInfo.entries.map(\.key)))
        where entry.key.hasPrefix(AttributeEnumeration.Key.typeName.rawValue) {
            if entry.key.hasPrefix(documentationPrefix) {
                let caseName = String(entry.key.dropFirst(documentationPrefix.count))
                let names = declaration?.cases?.map(\.name) ?? []
                guard !names.contains(caseName) else { continue }
                let hint = findings.suggestion(
                    for: caseName, among: names, otherwise: "end the key with the name of a case")
                findings.report(
                    "user info key '\(entry.key)' of attribute '\(node.path)' does not name a case",
                    at: path.setting("key"), hint: hint)
            } else if !known.contains(entry.key) {
                let hint = findings.suggestion(
                    for: entry.key, among: known, otherwise: "use one of \(known.joined(separator: ", "))")
                findings.report(
                    "user info key '\(entry.key)' of attribute '\(node.path)' is unknown", at: path.setting("key"),
                    hint: hint)
            } else if declaration == nil {
                findings.report(
                    "user info key '\(entry.key)' of attribute '\(node.path)' has no effect without modelgen.enum",
                    at: path.setting("key"), hint: "add modelgen.enum with the name of the enum")
            }
        }
    }

    static let enumAttributeUnsupported = forEachEnum(
        "enum-attribute-unsupported", .error, "An attribute with an enum is neither an Integer nor a String."
    ) { _, node, _, findings in
        guard !node.attribute.type.isInteger, node.attribute.type != .string else { return }
        findings.report(
            "attribute '\(node.path)' of type \(node.attribute.type.rawValue) cannot have an enum",
            at: node.enumPath(.typeName), hint: "use Integer 16, Integer 32, Integer 64, or String")
    }

    static let enumNameNotIdentifier = forEachEnum(
        "enum-name-not-identifier", .error, "The name of an enum is not a valid Swift identifier."
    ) { declaration, node, _, findings in
        let parts = declaration.typeName.split(separator: ".", omittingEmptySubsequences: false)
        // A hand-written enum can be nested, but a generated one cannot.
        let isNested = declaration.cases == nil && parts.count > 1
        guard !parts.allSatisfy(SwiftIdentifier.isValid) || (parts.count > 1 && !isNested) else { return }
        findings.report(
            "'\(declaration.typeName)', the name of the enum of attribute '\(node.path)', "
                + "is not a valid Swift identifier",
            at: node.enumPath(.typeName), hint: "use letters, digits, and underscores, starting with a letter")
    }

    static let enumCaseInvalid = forEachEnum(
        "enum-case-invalid", .error,
        "A case of an enum has a name that is not a valid identifier, or a value that its type cannot hold."
    ) { declaration, node, _, findings in
        let names = (declaration.cases ?? []).map(\.name)
        let misnamed = names.filter { !SwiftIdentifier.isValid($0) }
        if declaration.cases == [], declaration.unreadableCases.isEmpty {
            findings.report(
                "enum '\(declaration.typeName)' has no cases", at: node.enumPath(.cases),
                hint: "list its cases, such as draft, live"
            )
        }
        let type = node.attribute.type
        let form = type == .string ? "draft, live = \"Live\"" : "marvel = 0, dc = 1"
        let range = type.integerRange.map { "use a value from \($0.lowerBound) to \($0.upperBound)" }
        for text in declaration.unreadableCases + misnamed {
            let isNumbered = text.split(separator: "=").dropFirst().first.map {
                $0.allSatisfy { " -0123456789".contains($0) }
            }
            findings.report(
                "'\(text)' is not a valid case of \(type.rawValue) enum '\(declaration.typeName)'",
                at: node.enumPath(.cases), hint: (isNumbered == true ? range : nil) ?? "write cases as: \(form)")
        }
        for name in names where enumMembers.contains(name) {
            findings.report(
                "'\(name)' cannot be a case of enum '\(declaration.typeName)', "
                    + "because every enum has a member with that name",
                at: node.enumPath(.cases), hint: "rename the case, and set its value with '='")
        }
    }

    /// The members of every generated enum, whose names cases cannot have.
    private static let enumMembers: Set<String> = ["allCases", "AllCases", "Protocol", "RawValue", "Type"]

    static let enumCaseDuplicate = forEachEnum(
        "enum-case-duplicate", .error, "Two cases of an enum have the same name or the same raw value."
    ) { declaration, node, _, findings in
        var caseOfName: Set<String> = []
        var caseOfValue: [AttributeEnumeration.RawValue: String] = [:]
        for item in declaration.cases ?? [] {
            if !caseOfName.insert(item.name).inserted {
                findings.report(
                    "enum '\(declaration.typeName)' has two cases called '\(item.name)'", at: node.enumPath(.cases),
                    hint: "rename or remove one of them")
            } else if let other = caseOfValue.updateValue(item.name, forKey: item.rawValue) {
                findings.report(
                    "cases '\(other)' and '\(item.name)' of enum '\(declaration.typeName)' have the same raw value "
                        + "\(item.rawValue.literal)",
                    at: node.enumPath(.cases), hint: "give each case its own raw value")
            }
        }
    }

    static let enumCaseHidesOptional = forEachEnum(
        "enum-case-hides-optional", .warning,
        "A case of an enum has the name of a case of Optional, and the property can be nil.", isMandatory: false
    ) { declaration, node, _, findings in
        let hasDefault = node.attribute.defaultValue != nil && declaration.unknownValuePolicy != .asNil
        guard !hasDefault || (node.attribute.isOptional && !declaration.guaranteesValue) else { return }
        for name in (declaration.cases ?? []).map(\.name) where ["none", "some"].contains(name) {
            findings.report(
                "'.\(name)' of the optional property of attribute '\(node.path)' means the case of Optional, "
                    + "not that of enum '\(declaration.typeName)'",
                at: node.enumPath(.cases),
                hint: "rename the case, and keep its value with '=', or write '\(declaration.typeName).\(name)' in code"
            )
        }
    }

    static let enumDefaultUnknown = forEachEnum(
        "enum-default-unknown", .warning, "The default of an attribute is not the raw value of any case of its enum.",
        isMandatory: false
    ) { declaration, node, _, findings in
        guard let cases = declaration.cases, declaration.unreadableCases.isEmpty else { return }
        let value: AttributeEnumeration.RawValue
        switch node.attribute.defaultValue {
        case .integer(let number): value = .integer(number)
        case .string(let text): value = .string(text)
        default: return
        }
        guard !cases.contains(where: { $0.rawValue == value }) else { return }
        findings.report(
            "default \(value.literal) of attribute '\(node.path)' is not a case of enum '\(declaration.typeName)'",
            at: node.path.setting("defaultValueString"),
            hint: "use one of \(cases.prefix(8).map(\.rawValue.literal).joined(separator: ", ")), or add a case")
    }

    static let enumAccessorInvalid = forEachEnum(
        "enum-accessor-invalid", .error,
        "The property for an enum, or for its raw value, has a name that is taken or not a valid identifier."
    ) { declaration, node, model, findings in
        let stored = node.attribute.name + "RawValue"
        let name = declaration.accessorName ?? stored
        if !SwiftIdentifier.isValid(name) {
            findings.report(
                "accessor '\(name)' of attribute '\(node.path)' is not a valid Swift identifier",
                at: node.enumPath(.accessorName), hint: "use letters, digits, and underscores, starting with a letter")
            return
        }
        guard let taken = model.place(ofAccessor: name, besidesThatOf: node) else { return }
        findings.report(
            declaration.accessorName == nil
                ? "the stored value of attribute '\(node.path)' needs the name '\(name)', which is taken"
                : "accessor '\(name)' of attribute '\(node.path)' is taken",
            at: node.enumPath(declaration.accessorName == nil ? .typeName : .accessorName),
            notes: [.init("'\(name)' is here", at: taken)],
            hint: declaration.accessorName == nil ? "set modelgen.enum.accessor" : "choose another name")
    }

    static let enumUnknownPolicyInvalid = forEachEnum(
        "enum-unknown-policy-invalid", .error,
        "The policy for unknown values is neither nil nor default, or is default on an attribute without one."
    ) { declaration, node, _, findings in
        guard let policy = declaration.unknownValueText else { return }
        if policy != "nil", policy != "default" {
            findings.report(
                "'\(policy)' is not a valid policy for unknown values of enum '\(declaration.typeName)'",
                at: node.enumPath(.unknownValue), hint: "use nil or default")
        } else if policy == "default", node.attribute.defaultValue == nil {
            findings.report(
                "unknown values of attribute '\(node.path)' read as its default, but it has none",
                at: node.enumPath(.unknownValue), hint: "set a default, or modelgen.enum.unknown to nil")
        }
    }

    static let enumDeclarationConflict = ValidationRule(
        "enum-declaration-conflict", .error,
        "Two attributes declare an enum with different cases, or an enum has the name of another type in use.",
        isMandatory: true
    ) { model, findings in
        var declared: [String: (node: AttributeNode, declaration: AttributeEnumeration)] = [:]
        // By path, so that moving elements changes nothing.
        let enums = model.enums.sorted { $0.attribute.path.description < $1.attribute.path.description }
        findings.checkRawTypes(of: enums)
        findings.checkInnerNames(of: enums)
        for (declaration, node) in enums where declaration.cases != nil {
            // One report is enough for an enum that several attributes declare.
            // Even in backquotes, `Self` would hide the type that generated functions return.
            if declared[declaration.typeName] == nil,
                declaration.typeName == "Self"
                    || ReservedNames.typesInGeneratedCode.contains(declaration.typeName)
            {
                findings.report(
                    "enum '\(declaration.typeName)' hides the type with that name, which generated code uses",
                    at: node.enumPath(.typeName), hint: "rename the enum")
            }
            guard let first = declared[declaration.typeName] else {
                declared[declaration.typeName] = (node, declaration)
                continue
            }
            guard first.declaration.cases != declaration.cases else { continue }
            findings.report(
                "attributes '\(first.node.path)' and '\(node.path)' declare enum '\(declaration.typeName)' differently",
                at: node.enumPath(.cases), notes: [.init("the first is here", at: first.node.enumPath(.cases))],
                hint: "make the cases the same, or rename one of the enums")
        }
    }

    private static func forEachEnum(
        _ code: String, _ defaultLevel: Level, _ summary: String, isMandatory: Bool = true,
        check:
            @escaping @Sendable (
                _ declaration: AttributeEnumeration, _ attribute: AttributeNode, _ model: ModelIndex,
                _ findings: inout Findings
            ) -> Void
    ) -> Self {
        Self(code, defaultLevel, summary, isMandatory: isMandatory) { model, findings in
            for (declaration, node) in model.enums { check(declaration, node, model, &findings) }
        }
    }
}

extension ModelIndex {
    /// Returns the path of another property, or attribute with a second accessor, that has the name of an attribute's
    /// second accessor. Of two attributes of one entity, only the later by name has a conflict.
    fileprivate func place(ofAccessor name: String, besidesThatOf node: AttributeNode) -> SchemaPath? {
        if let property = property(named: name, ofOwnerOf: node) { return property.path }
        var owners = [node.ownerName]
        if !node.isCompositeMember, let entity = entity(named: node.ownerName) {
            owners += ancestors(of: entity).map(\.name)
        }
        let others = owners.compactMap { owner in
            let accessor = SecondAccessor(name: name, ownerName: owner, isOfComposite: node.isCompositeMember)
            return attributesBySecondAccessor[accessor]?.first { other in
                guard other !== node else { return false }
                return owner != node.ownerName || other.attribute.name < node.attribute.name
            }
        }
        return others.map(\.path).min { $0.description < $1.description }
    }

    fileprivate func property(named name: String, ofOwnerOf node: AttributeNode) -> PropertyNode? {
        if node.isCompositeMember {
            return composite(named: node.ownerName)?.attributes.first { $0.attribute.name == name }
                .map(PropertyNode.attribute)
        }
        return entity(named: node.ownerName).flatMap { property(named: name, of: $0) }
    }
}

extension Findings {
    /// Checks that no enum has the name of a type inside of generated types, each enum once.
    fileprivate mutating func checkInnerNames(of enums: [(declaration: AttributeEnumeration, attribute: AttributeNode)])
    {
        var reported: Set<String> = []
        for (declaration, node) in enums {
            // Only the outermost name of a hand-written enum can mean another type.
            guard let name = declaration.typeName.split(separator: ".").first.map(String.init),
                ReservedNames.typesInGeneratedTypes.contains(name), reported.insert(declaration.typeName).inserted
            else { continue }
            report(
                "enum '\(declaration.typeName)' has the name of a type inside of generated types",
                at: node.enumPath(.typeName),
                hint: declaration.cases == nil
                    ? "write its module before it, such as 'Module.\(declaration.typeName)', or rename the enum"
                    : "rename the enum")
        }
    }

    /// Checks that attributes with the same enum have the same type. A hand-written enum has an unknown integer type or
    /// is a string.
    fileprivate mutating func checkRawTypes(of enums: [(declaration: AttributeEnumeration, attribute: AttributeNode)]) {
        for uses in Dictionary(grouping: enums, by: \.declaration.typeName).sorted(by: { $0.key < $1.key }) {
            let isGenerated = uses.value.contains { $0.declaration.cases != nil }
            guard let first = uses.value.first(where: { $0.declaration.cases != nil }) ?? uses.value.first else {
                continue
            }
            let type = first.attribute.attribute.type
            for (_, node) in uses.value where node.attribute.type != type {
                guard isGenerated || (node.attribute.type == .string) != (type == .string) else { continue }
                report(
                    "enum '\(uses.key)' is \(type.rawValue) for attribute '\(first.attribute.path)' and "
                        + "\(node.attribute.type.rawValue) for '\(node.path)'",
                    at: node.enumPath(.typeName),
                    notes: [.init("the other is here", at: first.attribute.enumPath(.typeName))],
                    hint: "give both attributes the same type, or rename one of the enums")
            }
        }
    }
}

extension AttributeNode {
    /// The path of a part of the enum's declaration.
    fileprivate func enumPath(_ key: AttributeEnumeration.Key) -> SchemaPath {
        let name = key == .typeName ? attribute.enumeration?.typeNameKey : nil
        return path.appending(.userInfoEntry, name ?? key.rawValue).setting("value")
    }
}

extension AttributeEnumeration.RawValue {
    /// The value as a literal in the list of cases.
    fileprivate var literal: String {
        switch self {
        case .integer(let value): String(value)
        case .string(let text): "\"\(text)\""
        }
    }
}
