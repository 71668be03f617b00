import Foundation
import TestSupport
import Testing

/// A model that nobody would draw: made to cost time, memory or text.
struct HostileModel: Sendable, CustomTestStringConvertible {
    let name: String
    /// What stands inside `<model>`.
    let elements: String
    /// What `validate` ends with.
    let exitCode: Int32

    var testDescription: String { name }

    var text: String {
        """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" sourceLanguage="Swift">
        \(elements)</model>

        """
    }

    /// Larger where much time is given.
    private static let scale = runsLongTests ? 20 : 1

    static let all: [HostileModel] = [
        HostileModel("a chain of entities", runsLongTests ? 1_000 : 500, exitCode: 0) { index in
            entity(index, parent: index - 1, attribute("a\(index)"))
        },
        HostileModel("a parent of many with many attributes", runsLongTests ? 500 : 250, exitCode: 0) { index in
            entity(
                index, parent: min(index - 1, 0),
                (0..<(index == 0 ? 1_000 : 1)).map { attribute("a\(index)_\($0)") }.joined())
        },
        HostileModel("unknown destinations", 800 * scale, exitCode: 1) { index in
            entity(index, relationship("r", to: "Entyt\(index)", inverse: nil))
        },
        HostileModel("unknown inverses", 800 * scale, exitCode: 1) { index in
            entity(index, relationship("r", to: "E0", inverse: "q\(index)"))
        },
        HostileModel("unknown parents", 800 * scale, exitCode: 1) { index in entity(index, parent: -2 - index, "") },
        HostileModel("names that are none", 1_500 * scale, exitCode: 1) { entity($0, attribute("bad name \($0)")) },
        HostileModel("a cycle of parents", 1_000 * scale, exitCode: 1) { [count = 1_000 * scale] index in
            entity(index, parent: (index + 1) % count, "")
        },
        HostileModel("one name many times", 1_000 * scale, exitCode: 1) { _ in entity(0, attribute("a")) },
        HostileModel("names that differ in case", 12, exitCode: 0) { index in
            entity(index, (0..<100).map { attribute("name\($0 % 2 == 0 ? "X" : "x")\($0 / 2)") }.joined())
        },
        HostileModel("predicates with unknown keys", 500 * scale, exitCode: 1) { [count = 500 * scale] index in
            index == 0
                ? entity(0, (0..<count).map { attribute("name\($0)") }.joined())
                : "<fetchRequest name=\"f\(index)\" entity=\"E0\" predicateString=\"nams\(index) == 1\"/>\n"
        },
        HostileModel("relationships that all lead to one", 400 * scale, exitCode: 0) { index in
            entity(index, relationship("r", to: "E0", inverse: nil))
        },
    ]

    private init(
        _ name: String, _ count: Int, exitCode: Int32, _ element: (_ index: Int) -> String
    ) {
        self.name = name
        self.exitCode = exitCode
        elements = (0..<count).map(element).joined()
    }

    /// - Parameter parent: -1 for none.
    private static func entity(_ index: Int, parent: Int = -1, _ properties: String) -> String {
        let parent = parent == -1 ? "" : " parentEntity=\"E\(parent)\""
        return "<entity name=\"E\(index)\" representedClassName=\"E\(index)\"\(parent) syncable=\"YES\""
            + " codeGenerationType=\"class\">\n\(properties)</entity>\n"
    }

    private static func attribute(_ name: String) -> String {
        "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"String\"/>\n"
    }

    private static func relationship(_ name: String, to destination: String, inverse: String?) -> String {
        let inverse = inverse.map { " inverseName=\"\($0)\" inverseEntity=\"\(destination)\"" } ?? ""
        return "<relationship name=\"\(name)\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\""
            + " destinationEntity=\"\(destination)\"\(inverse)/>\n"
    }
}
