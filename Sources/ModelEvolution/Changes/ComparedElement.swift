import ModelSchema

/// A kind of element for comparing two models, with its settings and the elements inside it.
protocol ComparedElement: SettableElement, Hashable {
    /// The lists of elements inside an element.
    associatedtype Parts: ElementParts where Parts.Whole == Self

    /// The name in a path; nil for a kind without names.
    var pathName: String? { get }
    /// The identity of the element in its list.
    var identity: String { get }
    /// The identity that a renamed element shares with the element of the previous version; the same as ``identity``
    /// for other elements.
    var continuedIdentity: String { get }
    /// The element, for reports of changes.
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
