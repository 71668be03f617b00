import Foundation
import ModelDiagnostics
import ModelSchema
import ModelValidation
import TestSupport
import Testing

@Suite struct BaselineTests {
    private let twoEntities = [
        #"<entity name="Order" isAbstract="YES"/>"#, #"<entity name="Item" isAbstract="YES"/>"#,
    ]

    private func baseline(of found: [Diagnostic], in model: String = "Shop") -> Baseline {
        var baseline = Baseline()
        baseline.accept(found, in: model)
        return baseline
    }

    @Test("Accepted findings are removed")
    func acceptedFindingsAreFilteredOut() throws {
        let found = try findings(in: twoEntities.joined())
        #expect(found.count == 2)
        #expect(baseline(of: found).newFindings(among: found, in: "Shop").isEmpty)
    }

    @Test("Moving elements does not change a baseline")
    func movingElementsChangesNothing() throws {
        let accepted = baseline(of: try findings(in: twoEntities.joined(separator: "\n\n")))
        let moved = try findings(in: twoEntities.reversed().joined())
        #expect(accepted.newFindings(among: moved, in: "Shop").isEmpty)
        #expect(accepted == baseline(of: moved))
    }

    @Test("A new finding is reported")
    func aNewFindingRemains() throws {
        let accepted = baseline(of: try findings(in: twoEntities[0]))
        let remaining = accepted.newFindings(among: try findings(in: twoEntities.joined()), in: "Shop")
        #expect(remaining.map(\.anchor) == [.schema(.entity("Item").setting("isAbstract"))])
    }

    @Test("Another finding at an accepted place is reported")
    func anotherFindingAtAnAcceptedPlaceRemains() throws {
        let name = #"<entity name="Order"/>"#
        let accepted = baseline(of: try findings(in: name + name))
        #expect(accepted.newFindings(among: try findings(in: name + name + name), in: "Shop").count == 1)
    }

    @Test("A baseline does not apply to another model")
    func anotherModelIsNotAccepted() throws {
        let found = try findings(in: twoEntities.joined())
        #expect(baseline(of: found).newFindings(among: found, in: "Library") == found)
    }

    @Test("Names with special characters cannot match another path")
    func namesCannotForgeAPath() throws {
        let slash = baseline(of: try findings(in: #"<entity name="A/attribute:B"/>"#))
        let nested = try findings(in: #"<entity name="A"><attribute name="B" attributeType="String"/></entity>"#)
        #expect(slash.newFindings(among: nested, in: "Shop") == nested)
        #expect(slash.entries.map(\.path) == [#"entity:A\/attribute\:B@name"#])
    }

    @Test("A baseline is the same after encoding and decoding")
    func survivesJSON() throws {
        let original = baseline(of: try findings(in: twoEntities.joined()))
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let data = try encoder.encode(original)
        #expect(try JSONDecoder().decode(Baseline.self, from: data) == original)
        let item = """
            {"code":"entity-abstract-without-children","count":1,"model":"Shop","path":"entity:Item@isAbstract"}
            """
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"findings":[\#(item),\#(item.replacing("Item", with: "Order"))],"version":1}"#)
    }

    @Test("An unknown version of a baseline is an error")
    func anUnknownVersionIsAnError() {
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Baseline.self, from: Data(#"{"version":2,"findings":[]}"#.utf8))
        }
    }

    @Test("Counts in a baseline cannot overflow")
    func countsCannotOverflow() throws {
        let entry = #"{"code":"c","count":\#(Int.max),"model":"m","path":"p"}"#
        let text = #"{"version":1,"findings":[\#(entry),\#(entry)]}"#
        #expect(try JSONDecoder().decode(Baseline.self, from: Data(text.utf8)).entries.count == 1)
    }
}
