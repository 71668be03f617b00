import Foundation

/// Checks JSON against a schema of draft 7, as far as the schema of SARIF uses it.
struct JSONSchema {
    private let root: [String: Any]

    init(_ bytes: Data) throws {
        root = try JSONSerialization.jsonObject(with: bytes) as? [String: Any] ?? [:]
    }

    /// What does not fit, each with its place; empty when all does.
    func problems(of value: Any) -> [String] {
        problems(of: value, against: root, at: "$")
    }

    private func problems(of value: Any, against schema: [String: Any], at path: String) -> [String] {
        if let reference = schema["$ref"] as? String {
            guard let definition = definition(reference) else { return ["\(path): \(reference) does not exist"] }
            return self.problems(of: value, against: definition, at: path)
        }
        var problems: [String] = []
        if let type = schema["type"] as? String, !Self.value(value, isOf: type) {
            return ["\(path): is no \(type)"]
        }
        if let values = schema["enum"] as? [NSObject], !values.contains(where: { $0.isEqual(value) }) {
            problems.append("\(path): '\(value)' is none of the values")
        }
        for (key, isEnough) in [("anyOf", { $0 >= 1 }), ("oneOf", { $0 == 1 })] as [(String, (Int) -> Bool)] {
            guard let choices = schema[key] as? [[String: Any]] else { continue }
            let fitting = choices.count { self.problems(of: value, against: $0, at: path).isEmpty }
            if !isEnough(fitting) { problems.append("\(path): \(fitting) of \(key) fit") }
        }
        if let object = value as? [String: Any] { problems += objectProblems(object, schema, path) }
        if let array = value as? [Any] { problems += arrayProblems(array, schema, path) }
        if let text = value as? String { problems += textProblems(text, schema, path) }
        if let number = value as? NSNumber, !(value is String) {
            if let minimum = schema["minimum"] as? Double, number.doubleValue < minimum {
                problems.append("\(path): is below \(minimum)")
            }
            if let maximum = schema["maximum"] as? Double, number.doubleValue > maximum {
                problems.append("\(path): is above \(maximum)")
            }
        }
        return problems
    }

    private func objectProblems(_ object: [String: Any], _ schema: [String: Any], _ path: String) -> [String] {
        let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
        var problems = (schema["required"] as? [String] ?? []).filter { object[$0] == nil }
            .map { "\(path): lacks \($0)" }
        for (name, value) in object.sorted(by: { $0.key < $1.key }) {
            if let property = properties[name] {
                problems += self.problems(of: value, against: property, at: "\(path).\(name)")
            } else if let additional = schema["additionalProperties"] as? [String: Any] {
                problems += self.problems(of: value, against: additional, at: "\(path).\(name)")
            } else if schema["additionalProperties"] as? Bool == false {
                problems.append("\(path): \(name) is not allowed")
            }
        }
        return problems
    }

    private func arrayProblems(_ array: [Any], _ schema: [String: Any], _ path: String) -> [String] {
        var problems: [String] = []
        if let least = schema["minItems"] as? Int, array.count < least { problems.append("\(path): too short") }
        if schema["uniqueItems"] as? Bool == true, Set(array.map { "\($0)" }).count < array.count {
            problems.append("\(path): an item is there twice")
        }
        if let items = schema["items"] as? [String: Any] {
            for (index, item) in array.enumerated() {
                problems += self.problems(of: item, against: items, at: "\(path)[\(index)]")
            }
        }
        return problems
    }

    private func textProblems(_ text: String, _ schema: [String: Any], _ path: String) -> [String] {
        var problems: [String] = []
        if let pattern = schema["pattern"] as? String, text.range(of: pattern, options: .regularExpression) == nil {
            problems.append("\(path): '\(text)' does not match \(pattern)")
        }
        switch schema["format"] as? String {
        case "uri" where URL(string: text)?.scheme == nil: problems.append("\(path): '\(text)' is no URI")
        case "uri-reference" where URL(string: text) == nil || text.contains(" "):
            problems.append("\(path): '\(text)' is no reference")
        default: break
        }
        return problems
    }

    /// The definition that `#/definitions/name` leads to.
    private func definition(_ reference: String) -> [String: Any]? {
        guard reference.hasPrefix("#/") else { return nil }
        return reference.dropFirst(2).split(separator: "/").reduce(root as [String: Any]?) {
            $0?[String($1)] as? [String: Any]
        }
    }

    private static func value(_ value: Any, isOf type: String) -> Bool {
        switch type {
        case "object": value is [String: Any]
        case "array": value is [Any]
        case "string": value is String
        case "boolean": isBoolean(value)
        case "integer", "number": value is NSNumber && !isBoolean(value)
        default: false
        }
    }

    private static func isBoolean(_ value: Any) -> Bool {
        // What tells true from 1 in a number of Foundation.
        (value as? NSNumber).map { $0.objCType.pointee == CChar(UInt8(ascii: "c")) } ?? false
    }
}
