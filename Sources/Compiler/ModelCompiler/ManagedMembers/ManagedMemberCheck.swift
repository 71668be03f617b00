import Foundation
import ModelCodegen
package import ModelDiagnostics

extension CheckedModel {
    /// Finds the properties and methods with `@NSManaged` in sources for which the generated code has no functions, so
    /// that linking would fail on platforms without the Objective-C runtime.
    ///
    /// Only certain errors are found: a type of another module can be an alias of one that has functions.
    ///
    /// - Parameter paths: The Swift sources of the module with the classes. Unreadable ones are left out.
    /// - Throws: ``ProjectFileError`` if the baseline is not valid.
    package func managedMemberDiagnostics(inSourcesAt paths: [String]) throws -> [LocatedDiagnostic] {
        guard !hasErrors, let members = try complete().named?.managedMembers, !members.isEmpty else { return [] }
        let sources = paths.compactMap { path in
            (try? String(contentsOfFile: path, encoding: .utf8)).map { (path, ManagedDeclarations($0)) }
        }
        let check = ManagedMemberCheck(members, sources.map(\.1))
        return sources.flatMap { path, declarations in
            declarations.members.compactMap { check.diagnostic($0, in: path) }
        }
        .sorted()
    }
}

/// Compares declared members with those of a model.
private struct ManagedMemberCheck {
    private let classes: [String: ManagedMembers]
    private let aliases: [String: DeclaredType]
    private let knownNames: Set<String>

    /// Apple's platforms have accessors of more types, so the same sources can be built there.
    #if canImport(ObjectiveC)
        private static let severity = Diagnostic.Severity.warning
    #else
        private static let severity = Diagnostic.Severity.error
    #endif

    /// Types of other modules of which it is certain what they are.
    private static let commonNames: Set = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Float",
        "CGFloat", "Bool", "String", "Character", "Substring", "Any", "AnyObject", "AnyHashable", "Set", "Date",
        "Data", "UUID", "URL", "Decimal", "Locale", "TimeZone", "IndexSet", "TimeInterval", "NSNumber", "NSString",
        "NSDate", "NSData", "NSUUID", "NSURL", "NSDecimalNumber", "NSSet", "NSOrderedSet", "NSArray",
        "NSDictionary", "NSObject", "NSAttributedString", "NSNull", "NSManagedObject", "NSManagedObjectID",
        "NSMutableSet", "NSMutableOrderedSet", "NSMutableArray", "NSMutableDictionary", "NSMutableString",
    ]

    init(_ classes: [String: ManagedMembers], _ sources: [ManagedDeclarations]) {
        self.classes = classes
        // `TimeInterval` is an alias in Foundation.
        let number = DeclaredType(SourceWord.all(in: "Double"))
        aliases = sources.reduce(into: number.map { ["TimeInterval": $0] } ?? [:]) { aliases, source in
            aliases.merge(source.aliases) { first, _ in first }
        }
        knownNames = sources.reduce(into: Self.commonNames.union(classes.keys)) { $0.formUnion($1.typeNames) }
    }

    func diagnostic(_ member: ManagedDeclarations.Member, in path: String) -> LocatedDiagnostic? {
        // The class of another model, or of a model that the program creates.
        guard let known = classes[member.className] else { return nil }
        if member.isMethod {
            guard !known.methodNames.contains(member.name) else { return nil }
            return missing(member, "the method", in: path) {
                $0.methodNames.contains(member.name)
            }
        }
        guard let types = known.properties[member.name] else {
            return missing(member, "the property", in: path) { $0.properties[member.name] != nil }
        }
        guard let type = member.type?.resolved(aliases), !types.contains(type.text), type.names.isSubset(of: knownNames)
        else { return nil }
        let usual = types.filter { type.text.hasSuffix("?") == $0.hasSuffix("?") }.prefix(4).map { "'\($0)'" }
        return report(
            member, in: path,
            "'\(member.className).\(member.name)' has the type '\(type.text)', "
                + "whose accessors generated code can't supply",
            hint: "declare it as \(usual.joined(separator: ", ")), and add a computed property of the other type")
    }

    private func missing(
        _ member: ManagedDeclarations.Member, _ kind: String, in path: String, _ isMember: (ManagedMembers) -> Bool
    ) -> LocatedDiagnostic {
        if let ancestor = classes[member.className]?.ancestorNames.first(where: { classes[$0].map(isMember) == true }) {
            return report(
                member, in: path,
                "the model has '\(member.name)' in the entity of '\(ancestor)', not of '\(member.className)'",
                hint: "declare it in '\(ancestor)'")
        }
        return report(
            member, in: path,
            "the model has no \(member.isMethod ? "relationship for " : "")'\(member.name)' in the entity of "
                + "'\(member.className)'",
            hint: "add it to the model, or write \(kind) without '@NSManaged'")
    }

    private func report(
        _ member: ManagedDeclarations.Member, in path: String, _ message: String, hint: String
    ) -> LocatedDiagnostic {
        LocatedDiagnostic(
            Self.severity, DiagnosticRule.managedMemberInaccessible.code, message,
            at: SourcePosition(file: path, line: member.line, column: member.column), hint: hint)
    }
}

extension DeclaredType {
    /// The type in words; nil if they are none.
    fileprivate init?(_ words: [SourceWord]) {
        var index = 0
        self.init(words, at: &index)
    }
}
