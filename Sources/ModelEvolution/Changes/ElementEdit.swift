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
    var parts: Element.Parts

    init(from old: Element, to new: Element) {
        settings = Element.fields.compactMap { field in
            let (before, after) = (field.read(old), field.read(new))
            return before == after ? nil : Change(setting: field.setting, old: before, new: after)
        }
        parts = Element.Parts(from: old, to: new)
    }

    var isEmpty: Bool { settings.isEmpty && parts.isEmpty }

    /// Returns the newer element; nil if the edit does not belong to this element.
    func applied(to element: Element) -> Element? {
        var result = element
        for change in settings {
            guard let field = Element.fields.first(where: { $0.setting == change.setting }),
                field.read(element) == change.old, field.write(&result, change.new)
            else { return nil }
        }
        return parts.apply(to: &result) ? result : nil
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
        parts.visit(old, new, in: place, &changes)
    }
}
