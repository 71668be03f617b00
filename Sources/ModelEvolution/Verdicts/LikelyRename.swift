import ModelSchema

/// An element that was removed, and one that was added and is probably the same under another name.
///
/// Without a renaming identifier, a migration drops the one and makes the other again.
public struct LikelyRename: Sendable, Hashable {
    /// The change that removes the element.
    public var removed: ModelChange
    /// The change that adds the other one.
    public var added: ModelChange

    /// The name before.
    public var oldName: String { removed.old?.name ?? "" }
    /// The name now.
    public var newName: String { added.new?.name ?? "" }

    /// The edit that makes it a renaming, with the identifier that the element has had in every version.
    public var remedy: String {
        let identifier = removed.old?.continuedIdentity ?? oldName
        return "if '\(newName)' is '\(oldName)' renamed, set elementID=\"\(identifier)\" on '\(newName)'"
    }
}
