/// What has become of one model.
package struct ModelReport: Sendable {
    /// The model, as it is to be shown.
    package var path: String
    /// What happened to its versions, one clause each: `version 'Shop 3' added`.
    package var notes: [String] = []
    /// The comparisons, from old to new.
    package var comparisons: [ModelComparison] = []

    /// A report about one model.
    package init(path: String, notes: [String] = [], comparisons: [ModelComparison] = []) {
        self.path = path
        self.notes = notes
        self.comparisons = comparisons
    }
}
