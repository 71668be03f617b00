import CompiledModelWriting
import CompiledModels
package import ModelDiagnostics
package import ModelEvolution
import ModelSchema
import XCDataModel

/// A comparison of two versions, with the positions of the changes.
package struct ModelComparison: Sendable {
    /// A change with its verdict and position.
    package struct Item: Sendable {
        /// The change and its verdict.
        package var assessed: AssessedChange
        /// The position in the newer version, or in the older version for a removed element.
        package var position: SourcePosition
    }

    /// The older version.
    package var old: ModelVersion
    /// The newer version.
    package var new: ModelVersion
    /// The changes and their verdicts.
    package var assessment: MigrationAssessment
    /// The changes with their positions, in the order of the assessment.
    package var items: [Item]

    /// Compares two versions.
    package init(from old: ModelVersion, to new: ModelVersion) {
        self.old = old
        self.new = new
        // A compiled model lacks what no store needs.
        let isOfCompiled = old.isCompiled || new.isCompiled
        assessment =
            isOfCompiled
            ? MigrationAssessment(from: old.model.compiledForm, to: new.model.compiledForm)
            : MigrationAssessment(from: old.model, to: new.model)
        guard !assessment.changes.isEmpty else {
            items = []
            return
        }
        var oldIndex = SourceIndex(old.document.sourceMap)
        var newIndex = SourceIndex(new.document.sourceMap)
        items = assessment.changes.map { assessed in
            let isRemoved = assessed.change.kind == .removed
            let path = assessed.change.path
            let place = isRemoved ? oldIndex.position(of: path) : newIndex.position(of: path)
            return Item(
                assessed: assessed,
                position: SourcePosition(
                    file: isRemoved ? old.file : new.file, line: place?.line, column: place?.column))
        }
    }
}
