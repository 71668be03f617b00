import ModelSchema

/// A kind of element that two models are compared by: what can be set on it, and what stands inside it.
protocol ComparedElement: SettableElement, Hashable {
    /// The lists of elements inside one.
    associatedtype Parts: ElementParts where Parts.Whole == Self

    /// The name in a path; nil for a kind without.
    var pathName: String? { get }
    /// What tells the element from others in its list.
    var identity: String { get }
    /// What continues an element of another name in the version before; equal to ``identity`` for all others.
    var continuedIdentity: String { get }
    /// The element, for whoever is told about changes.
    var element: ModelElement { get }
}

extension ComparedElement {
    var identity: String { pathName ?? "" }
    var continuedIdentity: String { identity }
}

/// An element with a renaming identifier.
protocol RenamableElement: ComparedElement, Renamable {}

extension RenamableElement {
    var pathName: String? { name }
    var identity: String { name }

    var continuedIdentity: String { continuedName }
}
