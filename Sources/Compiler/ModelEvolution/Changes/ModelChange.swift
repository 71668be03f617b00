public import ModelSchema

/// A difference between two models.
///
/// ```swift
/// let summaries = ModelDiff(from: old, to: new).changes.map { "\($0.path): \($0.summary)" }
/// // Book/title: attribute 'Book/title' removed
/// // Book/fullTitle: attribute 'Book/fullTitle' added (String, optional)
/// ```
public struct ModelChange: Sendable, Hashable {
    /// The kind of change.
    public enum Kind: Sendable, Hashable {
        /// The newer model adds the element, with everything inside it.
        case added
        /// The newer model removes the element, with everything inside it.
        case removed
        /// The element has a new name. Its renaming identifier says which element it continues.
        case renamed
        /// A setting changed.
        case changed(ModelSetting, from: ModelSettingValue, to: ModelSettingValue)
        /// Elements of a kind inside this element have a new order. Nothing in a model depends on it.
        case reordered(String)
    }

    /// The kind of change.
    public var kind: Kind
    /// The older element; nil if the element is added.
    public var old: ModelElement?
    /// The newer element; nil if the element is removed.
    public var new: ModelElement?
    /// The place in the older model; nil if the element is added.
    public var oldPath: SchemaPath?
    /// The place in the newer model; nil if the element is removed.
    public var newPath: SchemaPath?

    /// Whether only the form of the file changed: a setting that means the same if it is missing.
    var isOfForm: Bool {
        guard case .changed(let setting, let old, let new) = kind else { return false }
        return setting.isSame(old, new)
    }

    /// The place to show: in the newer model, if it contains the element.
    public var path: SchemaPath {
        let path = newPath ?? oldPath ?? .model
        switch kind {
        case .changed(let setting, _, _): return path.setting(setting.rawValue)
        case .renamed: return path.setting(ModelSetting.name.rawValue)
        case .added, .removed, .reordered: return path
        }
    }
}
