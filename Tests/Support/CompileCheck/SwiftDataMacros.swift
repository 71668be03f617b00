import Foundation

/// The text of generated code for SwiftData with ordinary declarations instead of macros, so that a compiler without
/// the framework's macros checks their arguments: options, labels, key paths,
/// and the properties that they are attached to.
///
/// | macro | declaration |
/// |---|---|
/// | `@Model class Order` | `class Order: PersistentModel`, except for a subclass, which inherits the conformance |
/// | `@Attribute(…)`, `@Relationship(…)` | a property that makes a `Schema.Attribute` or `Schema.Relationship` |
/// | `@Transient` | nothing, for a property that has a value without being set |
/// | `#Unique<Order>(…)`, `#Index<Order>(…)` | a property that makes a `Schema.Unique` or `Schema.Index` |
struct SwiftDataMacros {
    /// A macro in a form that the generator does not write.
    struct MacroError: Error, CustomStringConvertible {
        var description: String
    }

    private var number = 0
    private var lines: [Substring] = []
    private var result: [String] = []

    /// Returns the text with declarations instead of macros.
    static func expanded(_ text: String) throws -> String {
        var macros = SwiftDataMacros()
        macros.lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...].map { $0 }
        try macros.expand()
        return macros.result.joined(separator: "\n")
    }

    private mutating func expand() throws {
        var pending: String?
        for line in lines {
            let margin = String(line.prefix { $0 == " " })
            var code = String(line.dropFirst(margin.count))
            if code.hasPrefix("@") || code.hasPrefix("#") { code = code.replacing("@SwiftData.", with: "@") }
            if code == "@Model" {
                guard pending == nil else { throw MacroError(description: "two macros at one declaration: \(line)") }
                pending = "Model"
            } else if code == "@Transient" {
                pending = "Transient"
            } else if code.hasPrefix("@Attribute(") || code.hasPrefix("@Relationship(") {
                let call = code.dropFirst()
                let type = call.prefix { $0 != "(" }
                append(margin, type: "SwiftData.Schema.\(type)", "SwiftData.Schema.\(call)")
                pending = String(type)
            } else if code.hasPrefix("#Unique<") || code.hasPrefix("#Index<") {
                let call = code.dropFirst()
                append(margin, type: "SwiftData.Schema.\(call.prefix { $0 != "(" })", "SwiftData.Schema.\(call)")
            } else if code.hasPrefix("@"), !code.hasPrefix("@available(") {
                throw MacroError(description: "unknown macro: \(line)")
            } else {
                result.append(margin + (try declaration(code, at: pending)))
                // An attribute for platforms can be between a macro and its declaration.
                if !code.hasPrefix("@available(") { pending = nil }
            }
        }
        if let pending { throw MacroError(description: "\(pending) at the end of the file") }
    }

    private mutating func append(_ margin: String, type: String, _ expression: String) {
        number += 1
        result.append("\(margin)private static var macro\(number)__: \(type) { \(expression) }")
    }

    private func declaration(_ code: String, at macro: String?) throws -> String {
        switch macro {
        case nil:
            // A class without the macro would not be stored.
            if code.contains(#/^(\w+ )*class \w/#) { throw MacroError(description: "a class without @Model: \(code)") }
            return code
        case "Model":
            guard let match = code.wholeMatch(of: #/((?:\w+ )*class [\w`]+)(: [\w`.]+)? \{/#) else {
                throw MacroError(description: "not a class: \(code)")
            }
            // The macro also declares members with types of the framework.
            let name = match.1.split(separator: " ").last?.filter { $0 != "`" } ?? ""
            let access = ["public", "open", "package"].first { match.1.contains("\($0) ") } ?? "internal"
            let member =
                "\(access == "open" ? "public" : access) static var \(name)Macro__: SwiftData.Schema.Version { .init(1, 0, 0) }"
            return (match.2 == nil ? "\(match.1): SwiftData.PersistentModel {" : code) + "\n" + member
        case "Transient":
            guard code.contains(#/var [\w`]+: .*(\?$| = )/#) else {
                throw MacroError(description: "a transient property needs a default value: \(code)")
            }
            return code
        case let macro?:
            guard code.contains(#/^(\w+(\(set\))? )*var [\w`]+: /#) else {
                throw MacroError(description: "\(macro) not at a property: \(code)")
            }
            return code
        }
    }
}
