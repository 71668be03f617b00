import ModelEvolution
import ModelSchema
import Testing

/// The examples in the doc comments of differences and verdicts.
@Suite struct DocumentationExampleTests {
    /// Two versions, the later of which has another name for an attribute, and does not say so.
    private let old = library("title"), new = library("fullTitle")

    private static func library(_ title: String) -> Model {
        let attribute = Attribute(name: title, type: .string, isOptional: true)
        return Model(name: "Library", entities: [Entity(name: "Book", attributes: [attribute])])
    }

    @Test("The examples of changes describe what is removed and added")
    func changes() throws {
        // Example: ModelChange
        let summaries = ModelDiff(from: old, to: new).changes.map { "\($0.path): \($0.summary)" }
        // Book/title: attribute 'Book/title' removed
        // Book/fullTitle: attribute 'Book/fullTitle' added (String, optional)
        // End
        #expect(
            summaries == [
                "Book/title: attribute 'Book/title' removed",
                "Book/fullTitle: attribute 'Book/fullTitle' added (String, optional)",
            ])
        let change = try #require(ModelDiff(from: old, to: new).changes.last)
        // Example: ModelElement
        if let element = change.new { print(element.kindName, element.name) }  // attribute fullTitle
        // End
        #expect(change.new.map { "\($0.kindName) \($0.name)" } == "attribute fullTitle")
    }

    @Test("The examples of verdicts find the loss, and the edit that prevents it")
    func verdicts() {
        // Example: AssessedChange
        let assessment = MigrationAssessment(from: old, to: new)
        let losses = assessment.changes.filter(\.verdict.losesData)
        for loss in losses { print(loss.change.summary) }  // attribute 'Book/title' removed
        // End
        #expect(losses.map(\.change.summary) == ["attribute 'Book/title' removed"])
        // Example: MigrationVerdict
        let verdicts = assessment.changes.map { "\($0.verdict.label): \($0.verdict.reason)" }
        // lightweight, loses data: the values are dropped
        // lightweight: existing objects have no value
        // End
        #expect(
            verdicts == [
                "lightweight, loses data: the values are dropped", "lightweight: existing objects have no value",
            ])
        // Example: MigrationLevel
        let needsCode = assessment.level > .lightweight  // Core Data does not infer the migration.
        // End
        #expect(!needsCode)
        // Example: LikelyRename
        for rename in assessment.likelyRenames { print(rename.remedy) }
        // if 'fullTitle' is 'title' renamed, set elementID="title" on 'fullTitle'
        // End
        #expect(
            assessment.likelyRenames.map(\.remedy) == [
                "if 'fullTitle' is 'title' renamed, set elementID=\"title\" on 'fullTitle'"
            ])
    }

    @Test("The example of a policy prefers what a flag says")
    func aPolicy() {
        let configured = EvolutionPolicy(reference: "main", protectedVersions: .older)
        // Example: EvolutionPolicy
        let flags = EvolutionPolicy(reference: "2.0", lightweightVersions: .last(2))
        let policy = flags.completed(by: configured)  // What the flags leave out
        // End
        #expect(
            policy == EvolutionPolicy(reference: "2.0", lightweightVersions: .last(2), protectedVersions: .older))
    }
}
