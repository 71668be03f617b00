public import ModelSchema

/// One difference between two models.
public struct ModelChange: Sendable, Hashable {
    /// What happens to the element.
    public enum Kind: Sendable, Hashable {
        /// The newer model has the element, with everything inside it.
        case added
        /// The older model had the element, with everything inside it.
        case removed
        /// The element has another name, and its renaming identifier says which one it continues.
        case renamed
        /// A setting differs.
        case changed(ModelSetting, from: ModelSettingValue, to: ModelSettingValue)
        /// Elements of a kind inside this one stand in another order. Nothing in a model depends on that order.
        case reordered(String)
    }

    /// What happens.
    public var kind: Kind
    /// The element as it was; nil for one that is added.
    public var old: ModelElement?
    /// The element as it is; nil for one that is removed.
    public var new: ModelElement?
    /// The place in the older model; nil for what is added.
    public var oldPath: SchemaPath?
    /// The place in the newer model; nil for what is removed.
    public var newPath: SchemaPath?

    /// The place to show: in the newer model where the element is there.
    public var path: SchemaPath {
        let path = newPath ?? oldPath ?? .model
        switch kind {
        case .changed(let setting, _, _): return path.facet(setting.rawValue)
        case .renamed: return path.facet(ModelSetting.name.rawValue)
        case .added, .removed, .reordered: return path
        }
    }
}
