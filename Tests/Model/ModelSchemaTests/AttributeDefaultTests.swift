import ModelSchema
import Testing

@Suite struct AttributeDefaultTests {
    struct Example: Sendable {
        var type: AttributeType
        var text: String
        var value: AttributeDefault?

        init(_ type: AttributeType, _ text: String, _ value: AttributeDefault?) {
            self.type = type
            self.text = text
            self.value = value
        }
    }

    @Test(
        "MOD-22: defaults are read for the attribute's type, stale ones leniently",
        arguments: [
            Example(.integer32, "-80", .integer(-80)),
            Example(.integer32, "0.0", .integer(0)),
            Example(.integer32, "NO", .integer(0)),
            Example(.integer32, "YES", .integer(0)),
            Example(.integer16, "40000", nil),
            Example(.integer64, "9223372036854775807", .integer(.max)),
            Example(.integer64, "1e400", nil),
            Example(.boolean, "YES", .boolean(true)),
            Example(.boolean, "0", .boolean(false)),
            Example(.boolean, "0.0", .boolean(false)),
            Example(.boolean, "perhaps", nil),
            Example(.double, "26000.35", .double(26000.35)),
            Example(.float, "0.1", .double(Double(Float(0.1)))),
            Example(.decimal, "160", .decimal("160")),
            Example(.decimal, "many", nil),
            Example(.decimal, "-1.5e3", .decimal("-1.5e3")),
            Example(.decimal, "1e200", nil),
            Example(.decimal, "1e-200", nil),
            Example(.decimal, "0x10", nil),
            Example(.double, "nan", nil),
            Example(.double, "1e400", nil),
            Example(.float, "1e39", nil),
            Example(.uuid, "6F1C2B34-0000-4000-8000-000000000000", .uuid("6F1C2B34-0000-4000-8000-000000000000")),
            Example(.uuid, "none", nil),
            Example(.uri, "https://a.b/c?d", .uri("https://a.b/c?d")),
            Example(.uri, "ht tp://x y", nil),
            Example(.uri, "", nil),
            Example(.string, "", .string("")),
            Example(.date, "NO", nil),
            Example(.binary, "", nil),
        ])
    func reads(_ example: Example) {
        let attribute = Attribute(name: "a", type: example.type, defaultValueString: example.text)
        #expect(attribute.defaultValue == example.value)
    }

    @Test("MOD-22: a date's default is in seconds since 2001")
    func dates() {
        let attribute = Attribute(name: "a", type: .date, defaultDateTimeInterval: "-978285600")
        #expect(attribute.defaultValue == .date(-978_285_600))
        #expect(Attribute(name: "a", type: .date, defaultDateTimeInterval: "nan").defaultValue == nil)
    }
}
