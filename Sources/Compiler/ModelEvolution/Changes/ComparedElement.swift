import ModelSchema

/// A kind of element for comparing two models, with its settings and the elements inside it.
protocol ComparedElement: SettableElement, Hashable {
    /// The lists of elements inside an element.
    static var lists: [ElementList<Self>] { get }

    /// The name in a path; nil for a kind without names.
    var pathName: String? { get }
    /// The identity of the element in its list.
    var identity: String { get }
    /// The element, for reports of changes.
    var element: ModelElement { get }
}

extension ComparedElement {
    static var lists: [ElementList<Self>] { [] }
    var identity: String { pathName ?? "" }
}

/// An element with a renaming identifier.
protocol RenamableElement: ComparedElement, Renamable {}

extension RenamableElement {
    var pathName: String? { name }
    var identity: String { name }
}
