import TestSupport
import Testing

/// Random changes, saves, child contexts, refreshes, undoing and rolling back, for every shape of a relationship and
/// every combination of delete rules, against a graph of dictionaries: after each step both are equal, and so is what
/// another context reads of what was saved.
struct RandomShapeTests {
    @Test(
        "CTX-14, CHD-18 and UND-4 every shape of relationship with all delete rules",
        arguments: GraphShape.all.filter { !TestedStoreDescription.isSQLite || $0.hasWayBack })
    func everyShape(_ shape: GraphShape) throws {
        for run in 0..<2 {
            var generator = SplitMix.seeded(for: "\(shape.testDescription) \(run)")
            let seed = generator.seed
            var pair = try ShapePair(shape)
            for step in 0..<60 {
                try pair.step(&generator)
                try pair.expectEqual("seed \(seed)")
                if step % 10 == 9 { try pair.expectSavedEqual("seed \(seed), saved") }
            }
        }
    }
}
