import Testing

/// The part of YAML that the build tool plugin reads. Its source is a link to that of the plugin, which no target can
/// import.
@Suite struct ConfigurationTextTests {
    private func values(_ text: String) -> [String] {
        ConfigurationText(text).values.map { "\($0.key)=\($0.text)\($0.isForTool ? " for the tool" : "")" }
    }

    private static let plain = """
        models:
          - ../Models/Shop.xcdatamodeld
          - path: Other.xcdatamodeld
        generate:
          classes: handwritten
        baseline: accepted.json

        """
    private static let plainValues = [
        "models=../Models/Shop.xcdatamodeld", "models.path=Other.xcdatamodeld", "generate.classes=handwritten",
        "baseline=accepted.json",
    ]

    @Test("Lines can end as on any system, and a file can begin with a byte order mark")
    func lineEnds() {
        #expect(values(Self.plain) == Self.plainValues)
        #expect(values(Self.plain.replacing("\n", with: "\r\n")) == Self.plainValues)
        #expect(values(Self.plain.replacing("\n", with: "\r")) == Self.plainValues)
        #expect(values("\u{FEFF}" + Self.plain) == Self.plainValues)
        #expect(ConfigurationText(Self.plain.replacing("\n", with: "\r\n")).values.map(\.line) == [2, 3, 5, 6])
    }

    @Test(
        "Spaces, quotes, comments, and lists in brackets are read as YAML reads them",
        arguments: [
            ("models : [a, b]", ["models=a", "models=b"]),
            ("models: [a,\n  b # the second\n]\nbaseline: c", ["models=a", "models=b", "baseline=c"]),
            ("models: [\n  a,\n  b,\n]", ["models=a", "models=b"]),
            (#"models: "A # 1.xcdatamodeld" # a comment"#, ["models=A # 1.xcdatamodeld"]),
            ("models: A#1 # a comment", ["models=A#1"]),
            (#"models: ["a,b.xcdatamodeld", 'c]']"#, ["models=a,b.xcdatamodeld", "models=c]"]),
            (
                "models:\n-   path: a\n    generate:\n        classes: handwritten\n-   generate:\n      style: b\n    path: c",
                ["models.path=a", "models.generate.classes=handwritten", "models.generate.style=b", "models.path=c"]
            ),
            ("models:\n  -\n    path: a\n    classes: b", ["models.path=a", "models.classes=b"]),
            ("models:\n  - \"x: y.xcdatamodeld\"", ["models=x: y.xcdatamodeld"]),
            (#"models: 'it''s' # its"#, ["models=it's"]),
            (#"models: "a\"b\\c""#, [#"models=a"b\c"#]),
            ("models: Shop's # 'quoted'\nbaseline: b", ["models=Shop's", "baseline=b"]),
            ("'models': '{a}'", ["models={a}"]),
        ])
    func forms(_ text: String, _ expected: [String]) {
        #expect(values(text) == expected)
    }

    @Test(
        "What only the tool can read is marked, so that the build does not ignore it",
        arguments: [
            ("generate:\n  classes: >\n    handwritten", ["generate.classes=> for the tool"]),
            ("models: &m [a]", ["models=&m [a] for the tool"]),
            ("models: !!seq [a]", ["models=!!seq [a] for the tool"]),
            ("models: *m", ["models=*m for the tool"]),
            ("generate: {classes: handwritten}", ["generate={classes: handwritten} for the tool"]),
            ("models: [a,\n  b", ["models=[ for the tool"]),
        ])
    func others(_ text: String, _ expected: [String]) {
        #expect(values(text) == expected)
    }
}
