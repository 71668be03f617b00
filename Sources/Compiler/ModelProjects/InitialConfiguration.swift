import ModelConfiguration
import StructuredText

/// The initial `modelgen.yml` of a project: its models, the folder for their code, and every other key as a comment.
///
/// ```swift
/// let configuration = InitialConfiguration(models: ["Sources/App/Library.xcdatamodeld"])
/// try Data(configuration.text.utf8).write(to: folder.appending(path: "modelgen.yml"))
/// ```
public struct InitialConfiguration: Sendable, Hashable {
    /// The paths of the models, relative to the folder of the file.
    public var models: [String]

    /// Creates a file for models, in the order in which the file lists them.
    public init(models: [String]) { self.models = models }

    /// The folder for generated files, relative to the folder of the file. If all models belong to one target, it is in
    /// the target's folder.
    public var outputFolder: String {
        let targets = Set(models.map { Array($0.split(separator: "/").prefix(2)) })
        guard targets.count == 1, let target = targets.first, target.first == "Sources", target.count == 2,
            models.allSatisfy({ $0.split(separator: "/").count > 2 })
        else { return "Generated" }
        return target.joined(separator: "/") + "/Generated"
    }

    /// The text of the file. Its only active keys are the models and the folder for their code.
    public var text: String {
        var lines = [
            "# Configures modelgen for the models of this project. Remove a '#' to set a key.",
            "# Paths are relative to this file. 'modelgen config schema' prints a schema for editors.", "", "models:",
        ]
        // A path in the file cannot begin like one in a home folder.
        lines += models.map { "  - \(Self.scalar($0.hasPrefix("~") ? "./" + $0 : $0))" }
        if models.isEmpty { lines.append("#  - Models/Shop.xcdatamodeld") }
        for key in KeyDescription.all where key.name != "models" {
            lines.append("")
            if case .section(let keys) = key.form {
                lines.append("# \(key.summary)")
                lines.append("\(key.name):")
                for key in keys {
                    let isSet = key.name == "output"
                    lines.append("  # \(Self.words(on: key))")
                    lines.append(isSet ? "  output: \(Self.scalar(outputFolder))" : "  #\(Self.line(key))")
                }
            } else {
                lines += ["# \(Self.words(on: key))", "#\(Self.line(key))"]
            }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ key: KeyDescription) -> String { "\(key.name): \(key.defaultText ?? key.example)" }

    private static func words(on key: KeyDescription) -> String {
        guard case .choice(let words) = key.form else { return key.summary }
        return "\(key.summary) One of \(words.joined(separator: ", "))."
    }

    /// A path as a YAML scalar, with quotes only if it contains characters with a special meaning.
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
