import ModelSchema

/// A list of elements inside an element, such as the attributes of an entity.
struct ElementList<Whole: Sendable>: Sendable {
    /// Compares the list in two elements, and returns nil if it is the same.
    let edit: @Sendable (_ old: Whole, _ new: Whole) -> (any ElementListEdit<Whole>)?

    init<Element: ComparedElement>(_ path: any WritableKeyPath<Whole, [Element]> & Sendable) {
        edit = { old, new in
            old[keyPath: path] == new[keyPath: path] ? nil : PartEdit(path: path, from: old, to: new)
        }
    }
}

/// The edit of a list of elements inside an element.
protocol ElementListEdit<Whole>: Sendable, Hashable {
    associatedtype Whole

    /// Changes the list of the older element to that of the newer element, and returns whether this succeeded.
    func apply(to whole: inout Whole) -> Bool
    /// Reports the changes.
    func visit(_ old: Whole, _ new: Whole, in place: ChangePlace, _ changes: inout [ModelChange])
}

private struct PartEdit<Whole: Sendable, Element: ComparedElement>: ElementListEdit {
    private let path: any WritableKeyPath<Whole, [Element]> & Sendable
    private let edit: ListEdit<Element>

    init(path: any WritableKeyPath<Whole, [Element]> & Sendable, from old: Whole, to new: Whole) {
        self.path = path
        edit = ListEdit(from: old[keyPath: path], to: new[keyPath: path])
    }

    func apply(to whole: inout Whole) -> Bool { edit.apply(to: &whole[keyPath: path]) }

    func visit(_ old: Whole, _ new: Whole, in place: ChangePlace, _ changes: inout [ModelChange]) {
        edit.visit(old[keyPath: path], new[keyPath: path], in: place, &changes)
    }
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
