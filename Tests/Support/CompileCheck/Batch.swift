/// Models that are compiled in one go, since a compiler takes longer to start than to check a model.
public struct Batch: Sendable {
    /// More source than this makes a batch that leaves the other cores waiting at the end.
    private static let maximumByteCount = 1 << 20

    public private(set) var models: [CheckedModel] = []
    private var names: Set<String> = []
    private var byteCount = 0

    /// Puts models together whose declarations do not collide, each into the first batch that takes it.
    public static func batches(of models: [CheckedModel]) -> [Batch] {
        var batches: [Batch] = []
        for model in models {
            let names = DeclaredNames(model.sources).names
            let fitting = batches.firstIndex { $0.takes(names, byteCount: model.byteCount) }
            let index = fitting ?? batches.endIndex
            if fitting == nil { batches.append(Batch()) }
            batches[index].models.append(model)
            batches[index].names.formUnion(names)
            batches[index].byteCount += model.byteCount
        }
        return batches
    }

    private func takes(_ names: Set<String>, byteCount: Int) -> Bool {
        self.byteCount + byteCount <= Self.maximumByteCount && self.names.isDisjoint(with: names)
    }
}
