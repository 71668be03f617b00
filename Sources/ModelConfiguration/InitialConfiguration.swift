import StructuredText

/// The `modelgen.yml` that a project begins with: its models, and every key as a comment.
public struct InitialConfiguration: Sendable, Hashable {
    /// Where the models lie, seen from the folder of the file.
    public var models: [String]

    /// A file for models, in the order in which it is to list them.
    public init(models: [String]) {
        self.models = models
    }

    /// The text of the file. Read as it is, it says nothing but which models there are.
    public var text: String {
        var lines = [
            "# How modelgen treats the models of this project. Take a '#' away to set a key.",
            "# Paths are relative to this file. 'modelgen config schema' prints a schema for editors.", "", "models:",
        ]
        lines += models.map { "  - \(Self.scalar($0))" }
        if models.isEmpty { lines.append("#  - Models/Shop.xcdatamodeld") }
        for key in ConfigurationSchema.keys where key.name != "models" {
            lines.append("")
            if case .section(let keys) = key.form {
                lines.append("# \(key.summary)")
                lines.append("\(key.name):")
                for key in keys { lines += ["  # \(Self.words(on: key))", "  #\(Self.line(key))"] }
            } else {
                lines += ["# \(Self.words(on: key))", "#\(Self.line(key))"]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ key: KeyDescription) -> String {
        "\(key.name): \(key.defaultText ?? key.example)"
    }

    private static func words(on key: KeyDescription) -> String {
        guard case .choice(let words) = key.form else { return key.summary }
        return "\(key.summary) One of \(words.joined(separator: ", "))."
    }

    /// A path as YAML reads it: without quotes where nothing in it means something else.
    private static func scalar(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "/"):
                true
            default: false
            }
        }
        // A JSON string is a YAML scalar.
        return isPlain ? path : String(JSONText.text(of: .string(path)).dropLast())
    }
}
