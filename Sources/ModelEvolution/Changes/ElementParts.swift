import ModelSchema

/// The edits of the lists of elements inside an element.
protocol ElementParts: Sendable, Hashable {
    associatedtype Whole

    init(from old: Whole, to new: Whole)
    /// Whether no list changes.
    var isEmpty: Bool { get }
    /// Changes the lists of the older element to those of the newer element, and returns whether this succeeded.
    func apply(to whole: inout Whole) -> Bool
    /// Reports the changes.
    func visit(_ old: Whole, _ new: Whole, in place: ChangePlace, _ changes: inout [ModelChange])
}

/// The parts of an element without lists.
struct NoParts<Whole>: ElementParts {
    init(from old: Whole, to new: Whole) {}
    var isEmpty: Bool { true }
    func apply(to whole: inout Whole) -> Bool { true }
    func visit(_ old: Whole, _ new: Whole, in place: ChangePlace, _ changes: inout [ModelChange]) {}
}

/// The place of an element in both models.
struct ChangePlace {
    var old: SchemaPath
    var new: SchemaPath

    /// The place of an element inside this one.
    func appending<Element: ComparedElement>(
        _ oldElement: Element, _ oldOccurrence: Int, _ newElement: Element, _ newOccurrence: Int
    ) -> ChangePlace {
        ChangePlace(
            old: old.appending(Element.pathKind, oldElement.pathName, occurrence: oldOccurrence),
            new: new.appending(Element.pathKind, newElement.pathName, occurrence: newOccurrence))
    }
}
