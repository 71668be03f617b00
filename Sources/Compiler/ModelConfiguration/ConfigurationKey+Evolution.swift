import ModelDiagnostics
import ModelEvolution
import YAMLReading

extension ConfigurationKey {
    static let evolution = ConfigurationKey(
        description: KeyDescription(
            name: "evolution", form: .section(EvolutionKey.allCases.map(\.description)),
            summary: "The policy for new versions of models.", example: "{against: origin/main}")
    ) { value, reading in
        for entry in reading.entries(value, of: "'evolution'") ?? [] {
            guard let key = EvolutionKey(rawValue: entry.name) else {
                reading.report(
                    .unknownKey(entry.name, among: EvolutionKey.allCases.map(\.rawValue), at: entry.position))
                continue
            }
            if !entry.value.isNull { key.read(entry.value, &reading) }
        }
    }
}

/// A key of the section `evolution`.
private enum EvolutionKey: String, CaseIterable {
    case against
    case lightweightFrom = "lightweight-from"
    case released

    var description: KeyDescription {
        switch self {
        case .against:
            KeyDescription(
                name: rawValue, form: .text,
                summary: "The branch, tag, or commit with the released models, which modelgen breaking compares with.",
                example: "origin/main")
        case .lightweightFrom:
            KeyDescription(
                name: rawValue, form: .text,
                summary:
                    "The number of earlier versions that must migrate to a new version by lightweight migration, "
                    + "or all.",
                defaultText: "1", example: "all")
        case .released:
            KeyDescription(
                name: rawValue, form: .choice(EvolutionPolicy.Released.allCases.map(\.rawValue)),
                summary: "The versions of that commit that cannot change: all, or those before its current one.",
                defaultText: EvolutionPolicy.Released.all.rawValue, example: "older")
        }
    }

    func read(_ value: YAMLNode, _ reading: inout ConfigurationReading) {
        guard let text = reading.text(value, of: rawValue, expecting: description.form.expectation) else { return }
        switch self {
        case .against: reading.configuration.evolution.against = text
        case .lightweightFrom:
            guard let extent = EvolutionPolicy.Extent(text) else {
                let expected = "an integer of at least 1, or all"
                return reading.report(
                    .invalidValue("'\(rawValue)' cannot be '\(text)'", expecting: expected, at: value.position))
            }
            reading.configuration.evolution.lightweightFrom = extent
        case .released:
            let words = EvolutionPolicy.Released.allCases.map(\.rawValue)
            guard let released = EvolutionPolicy.Released(rawValue: text) else {
                return reading.report(.unknownWord(text, of: rawValue, words: words, at: value.position))
            }
            reading.configuration.evolution.released = released
        }
    }
}
