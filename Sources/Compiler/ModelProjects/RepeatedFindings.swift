import ModelCompiler
import ModelDiagnostics
import XCDataModel

/// Findings that the current version of a bundle shares with other versions, which are reported once.
enum RepeatedFindings {
    /// Removes findings of the current version from the other versions, and adds notes about them to the findings of
    /// the current version.
    static func fold(_ outcomes: inout [VersionOutcome], of versions: [ModelSelection.Version]) {
        let indexes = Dictionary(
            versions.enumerated().map { ($1.source.contentsPath, $0) }, uniquingKeysWith: { first, _ in first })
        var others: [Int: [Int]] = [:]
        for (index, version) in versions.enumerated() {
            guard let current = version.currentContentsPath.flatMap({ indexes[$0] }) else { continue }
            others[current, default: []].append(index)
        }
        for (current, others) in others { fold(others, into: current, &outcomes) }
    }

    private static func fold(_ others: [Int], into current: Int, _ outcomes: inout [VersionOutcome]) {
        let known = Set(outcomes[current].reported)
        guard !known.isEmpty else { return }
        var places: [Diagnostic: [SourcePosition]] = [:]
        for other in others {
            let found = zip(outcomes[other].reported, outcomes[other].diagnostics)
            for (finding, located) in found where known.contains(finding) {
                places[finding, default: []].append(located.position)
            }
            outcomes[other].diagnostics = found.filter { !known.contains($0.0) }.map(\.1)
        }
        for (place, finding) in outcomes[current].reported.enumerated() {
            guard let positions = places[finding], let first = positions.first else { continue }
            let subject =
                positions.count == 1 ? "another version also has" : "\(positions.count) other versions also have"
            outcomes[current].diagnostics[place].notes.append(
                .init(message: "\(subject) it; --all shows each", position: first))
        }
    }
}
