import Foundation
import ModelEvolution
import ModelSchema
import TestSupport
import Testing

/// The histories of public models.
@Suite(.enabled(if: Corpus.isPresent, Comment(rawValue: Corpus.absence)))
struct CorpusEvolutionTests {
    @Test("Applying the difference between two versions gives the newer one")
    func applying() throws {
        let steps = try CorpusStep.all()
        for step in steps {
            let diff = ModelDiff(from: step.old, to: step.new)
            #expect(try diff.applied(to: step.old) == step.new, "\(step.bundle) \(step.names)")
            #expect(try ModelDiff(from: step.new, to: step.old).applied(to: step.new) == step.old)
            #expect(ModelDiff(from: step.new, to: step.new).isEmpty)
        }
        #expect(steps.count > 300)
    }

    @Test("No migration is needed if, and only if, the version hashes are equal")
    func equalHashes() throws {
        var equalCount = 0
        for (place, step) in try CorpusStep.all().enumerated() {
            let isNeeded = MigrationAssessment(from: step.old, to: step.new).level != .notNeeded
            // Hashes take long in a debug build, so those of steps that differ are compared for a part of them.
            guard !isNeeded || runsLongTests || place % 10 == 0 else { continue }
            let lookups = (ModelLookup(step.old), ModelLookup(step.new))
            let isEqual = lookups.0.coreDataVersionHashes == lookups.1.coreDataVersionHashes
            #expect(!isNeeded == isEqual, "\(step.bundle) \(step.names)")
            if isEqual { equalCount += 1 }
        }
        #expect(equalCount == 9)
    }

    /// Every step of the long histories has a verdict; these are the ones that Core Data does not infer.
    @Test(
        "The steps of public models that Core Data cannot infer are the expected ones",
        arguments: [
            (
                "WooCommerce.xcdatamodeld", 116,
                // The first and the last came with mapping models; in the second, an entity was renamed without an
                // identifier.
                ["Model 9 > Model 10", "Model 31 > Model 32", "Model 32 > Model 33"]
            ),
            ("zmessaging.xcdatamodeld", 89, []),
            ("brave-ios/Model.xcdatamodeld", 26, []),
            (
                // Each of these came with a mapping model.
                "AltStore.xcdatamodeld", 16,
                ["AltStore > AltStore 2", "AltStore 2 > AltStore 3", "AltStore 12 > AltStore 13"]
            ),
        ])
    func stepsThatCoreDataDoesNotInfer(bundle: String, count: Int, expected: [String]) throws {
        let steps = try CorpusStep.all(in: bundle)
        #expect(steps.count == count)
        let refused = steps.filter { MigrationAssessment(from: $0.old, to: $0.new).level > .lightweight }
        #expect(refused.map { "\($0.names.old) > \($0.names.new)" } == expected)
    }

    /// Steps for which the projects have a mapping model although Core Data infers one, and what theirs does besides.
    ///
    /// AltStore has a mapping model for every step but one, whatever the step changes, so that its steps say nothing.
    @Test(
        "The steps that have unnecessary mapping models can be inferred",
        arguments: [
            ("WooCommerce.xcdatamodeld", "Model 26", "Model 27", "removes categories that have no site"),
            ("WooCommerce.xcdatamodeld", "Model 28", "Model 29", "removes tags that have no site"),
            ("WooCommerce.xcdatamodeld", "Model 39", "Model 40", "removes attributes that have no site"),
            ("WooCommerce.xcdatamodeld", "Model 42", "Model 43", "removes statistics that have no site"),
            ("WooCommerce.xcdatamodeld", "Model 74", "Model 75", "fills in the new attributes"),
            ("ExampleModel.xcdatamodeld", "Version 1", "Version 2", "fills in the new attributes"),
            (
                "ExampleModel.xcdatamodeld", "Version 2", "Version 3",
                "moves attributes that would be lost to a new entity"
            ),
            (
                "Advanced.EvolutionDemo.V1.xcdatamodeld", "Advanced.EvolutionDemo.V1", "Advanced.EvolutionDemo.V2",
                "renames an attribute without a renaming identifier"
            ),
            ("Moody.xcdatamodeld", "Moody 2", "Moody 3", "finds the continents of moods"),
            ("Moody.xcdatamodeld", "Moody 4", "Moody 5", "makes an attribute of objects that are dropped"),
            ("Moody.xcdatamodeld", "Moody 5", "Moody 6", "makes objects of an attribute that is dropped"),
            ("CoreDataPlus/SampleModel.xcdatamodeld", "SampleModel2", "SampleModel3", "makes objects of an attribute"),
            ("testdata/resources/versioned_datamodel.xcdatamodeld", "v1", "v2", "exists only to be compiled"),
        ])
    func stepsWithAMappingModelThatCoreDataInfers(bundle: String, old: String, new: String, purpose: String) throws {
        let step = try #require(try CorpusStep.all(in: bundle).first { $0.names == (old, new) })
        let assessment = MigrationAssessment(from: step.old, to: step.new)
        #expect(assessment.level == .lightweight, "\(purpose): \(assessment.label)")
    }
}
