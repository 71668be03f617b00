import ModelSchema

/// The edit of an element that both models have.
struct ElementEdit<Element: ComparedElement>: Sendable, Hashable {
    /// A setting that changed.
    struct Change: Sendable, Hashable {
        var setting: ModelSetting
        var old: ModelSettingValue
        var new: ModelSettingValue
    }

    var settings: [Change]
    /// The edits of the lists that differ.
    var lists: [any ElementListEdit<Element>]

    init(from old: Element, to new: Element) {
        settings = Element.fields.compactMap { field in
            let (before, after) = (field.read(old), field.read(new))
            return before == after ? nil : Change(setting: field.setting, old: before, new: after)
        }
        lists = Element.lists.compactMap { $0.edit(old, new) }
    }

    var isEmpty: Bool { settings.isEmpty && lists.isEmpty }

    /// Returns the newer element; nil if the edit does not belong to this element.
    func applied(to element: Element) -> Element? {
        var result = element
        for change in settings {
            guard let field = Element.fields.first(where: { $0.setting == change.setting }),
                field.read(element) == change.old, field.write(&result, change.new)
            else { return nil }
        }
        return lists.allSatisfy { $0.apply(to: &result) } ? result : nil
    }

    /// Reports the changes: first the changes of the element, then the changes inside it.
    func visit(_ old: Element, _ new: Element, in place: ChangePlace, _ changes: inout [ModelChange]) {
        for change in settings {
            let isRenaming = change.setting == .name
            changes.append(
                ModelChange(
                    kind: isRenaming ? .renamed : .changed(change.setting, from: change.old, to: change.new),
                    old: old.element, new: new.element, oldPath: place.old, newPath: place.new))
        }
        for list in lists { list.visit(old, new, in: place, &changes) }
    }

    private var comparableLists: [AnyHashable] { lists.map { AnyHashable($0) } }

    static func == (left: ElementEdit, right: ElementEdit) -> Bool {
        left.settings == right.settings && left.comparableLists == right.comparableLists
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(settings)
        hasher.combine(comparableLists)
    }
}
