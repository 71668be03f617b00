public import ModelSchema

/// The differences between two models: every element that is added, removed, renamed, changed, or moved.
///
/// ```swift
/// let diff = ModelDiff(from: old, to: new)
/// for change in diff.changes { print(change.summary) }
/// let result = try diff.applied(to: old)  // Equal to the newer model
/// ```
///
/// Elements are paired as Core Data pairs them: by renaming identifiers, or by names if there are none. Comparing is
/// O(*n*) in the size of both models.
public struct ModelDiff: Sendable, Hashable {
    /// An error that occurs if the differences belong to a different model.
    public struct MismatchError: Error, Sendable, Hashable, CustomStringConvertible {
        public var description: String { "the differences are from another model" }
    }

    /// Every difference: first those of the model, then those of each entity in the order of the newer model. In each
    /// list, removed elements come first.
    public let changes: [ModelChange]
    private let edit: ElementEdit<Model>

    /// Compares two models.
    public init(from old: Model, to new: Model) {
        let edit = ElementEdit(from: old, to: new)
        var changes: [ModelChange] = []
        edit.visit(old, new, in: ChangePlace(old: .model, new: .model), &changes)
        self.edit = edit
        self.changes = changes
    }

    /// Whether the models are equal.
    public var isEmpty: Bool { edit.isEmpty }

    /// Returns the newer model, with everything in the order of its file.
    ///
    /// - Throws: ``MismatchError`` if the model is not the older model.
    public func applied(to model: Model) throws(MismatchError) -> Model {
        guard let result = edit.applied(to: model) else { throw MismatchError() }
        return result
    }
}
