import Foundation
import Testing

/// A checker that finds nothing wrong with anything would pass, so it is shown what is wrong.
@Suite struct JSONSchemaTests {
    private static let schema = """
        {
          "type": "object", "required": ["name"], "additionalProperties": false,
          "properties": {
            "name": {"type": "string", "pattern": "^[a-z]+$"},
            "level": {"enum": ["note", "error"]},
            "line": {"type": "integer", "minimum": 1},
            "on": {"type": "boolean"},
            "place": {"$ref": "#/definitions/place"},
            "items": {"type": "array", "minItems": 1, "uniqueItems": true, "items": {"type": "string"}},
            "one": {"oneOf": [{"type": "string"}, {"type": "integer"}]}
          },
          "definitions": {"place": {"type": "object", "required": ["uri"], "properties": {"uri": {"format": "uri"}}}}
        }
        """

    private func problems(_ text: String) throws -> [String] {
        try JSONSchema(Data(Self.schema.utf8)).problems(of: JSONSerialization.jsonObject(with: Data(text.utf8)))
    }

    @Test("A valid document has no problems")
    func whatFitsHasNoProblems() throws {
        #expect(
            try problems(
                #"{"name": "a", "level": "note", "line": 1, "on": true, "place": {"uri": "a:b"}, "items": ["a"], "one": 2}"#
            ) == [])
    }

    @Test(
        "Each invalid document has one problem",
        arguments: [
            "[]", "{}", #"{"name": 1}"#, #"{"name": "A"}"#, #"{"name": "a", "level": "loud"}"#,
            #"{"name": "a", "line": 0}"#, #"{"name": "a", "line": "1"}"#, #"{"name": "a", "on": 1}"#,
            #"{"name": "a", "place": {}}"#, #"{"name": "a", "place": {"uri": "b c"}}"#, #"{"name": "a", "items": []}"#,
            #"{"name": "a", "items": ["a", "a"]}"#, #"{"name": "a", "items": [1]}"#, #"{"name": "a", "one": []}"#,
            #"{"name": "a", "more": 1}"#,
        ])
    func whatDoesNotFitHasOne(_ text: String) throws {
        #expect(try problems(text).count == 1)
    }
}
