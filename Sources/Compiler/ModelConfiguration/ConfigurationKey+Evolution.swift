import ModelDiagnostics
import ModelEvolution

extension ConfigurationKey {
    static let evolution = ConfigurationKey(
        description: KeyDescription(
            name: "evolution", form: .section(evolutionKeys.map(\.description)),
            summary: "The policy for new versions of models.", example: "{against: origin/main}")
    ) { value, reading in
        reading.read(reading.entries(value, of: "'evolution'") ?? [], evolutionKeys, named: \.name) {
            $0.read($1, &$2)
        }
    }

    private static let evolutionKeys = [
        text(
            KeyDescription(
                name: "against", form: .text,
                summary: "The branch, tag, or commit with the released models, which modelgen breaking compares with.",
                example: "origin/main")
        ) { text, _, reading in reading.configuration.evolution.reference = text },
        text(
            KeyDescription(
                name: "lightweight-versions", form: .text,
                summary:
                    "The number of earlier versions that must migrate to a new version by lightweight migration, "
                    + "or all.",
                defaultText: "1", example: "all")
        ) { text, value, reading in
            guard let extent = EvolutionPolicy.Extent(text) else {
                let expected = "an integer of at least 1, or all"
                return reading.report(
                    .invalidValue("'lightweight-versions' cannot be '\(text)'", expecting: expected, at: value.position)
                )
            }
            reading.configuration.evolution.lightweightVersions = extent
        },
        text(
            KeyDescription(
                name: "protected-versions", form: .choice(EvolutionPolicy.ProtectedVersions.allCases.map(\.rawValue)),
                summary: "The versions of that commit that cannot change: all, or those before its current one.",
                defaultText: EvolutionPolicy.ProtectedVersions.all.rawValue, example: "older")
        ) { text, value, reading in
            let words = EvolutionPolicy.ProtectedVersions.allCases.map(\.rawValue)
            guard let protected = EvolutionPolicy.ProtectedVersions(rawValue: text) else {
                return reading.report(.unknownWord(text, of: "protected-versions", words: words, at: value.position))
            }
            reading.configuration.evolution.protectedVersions = protected
        },
    ]

    private static func text(
        _ description: KeyDescription,
        read: @escaping @Sendable (_ text: String, _ value: YAMLNode, _ reading: inout ConfigurationReading) -> Void
    ) -> ConfigurationKey {
        ConfigurationKey(description: description) { value, reading in
            let text = reading.text(value, of: description.name, expecting: description.form.expectation)
            if let text { read(text, value, &reading) }
        }
    }
}
