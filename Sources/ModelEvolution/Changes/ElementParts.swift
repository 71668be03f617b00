import ModelSchema

/// What becomes of the lists of elements inside one.
protocol ElementParts: Sendable, Hashable {
    associatedtype Whole

    init(from old: Whole, to new: Whole)
    /// Whether every list stays as it is.
    var isEmpty: Bool { get }
    /// Makes the lists of the newer element of those of the older one; returns whether that could be done.
    func apply(to whole: inout Whole) -> Bool
    /// Tells the changes.
    func visit(_ old: Whole, _ new: Whole, in place: ChangePlace, _ changes: inout [ModelChange])
}

/// The parts of an element that has none.
struct NoParts<Whole>: ElementParts {
    init(from old: Whole, to new: Whole) {}
    var isEmpty: Bool { true }
    func apply(to whole: inout Whole) -> Bool { true }
    func visit(_ old: Whole, _ new: Whole, in place: ChangePlace, _ changes: inout [ModelChange]) {}
}

/// Where an element stands in either model.
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
