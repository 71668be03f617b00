import Foundation
import ObjectGraph

// Changes by several tabs, which share one context.
extension StudioSession {
    /// What a step that no page has made is for people.
    static let externalChanges = "changes of the store by others"

    /// Notes which changes a page has made since the last time; nil for none.
    func followSteps(by page: String?, _ text: String) {
        steps.follow(context.undoHistory?.groupCounts ?? (0, 0), page: page, text)
    }

    /// - Throws: ``StudioError`` if the step is one of another page that has not been confirmed.
    func refuse(_ step: UndoSteps.Step?, to action: String, by page: String?, confirming number: Int?) throws {
        guard let step, step.page != page, step.number != number else { return }
        throw StudioError(
            "What you would \(action) was not changed by this page, but by another tab, or before the page was loaded: "
                + "\(step.text).",
            step: step.number)
    }

    /// - Parameter digest: The digest of the changes that a page has shown; nil to discard all changes in any case.
    /// - Throws: ``StudioError`` if the pending changes are others.
    func refuseDiscarding(unless digest: String?) throws {
        guard let digest, digest != pendingDigest else { return }
        throw StudioError(
            "The changes are not those that you have seen: another tab has made, undone, or saved one. "
                + "Nothing was discarded.",
            isOutdated: true)
    }

    /// - Throws: ``StudioError`` if a deletion has other effects than those that a page has shown, or on other values.
    func refuseDeletion(of ids: [String], unless digest: String) throws {
        guard try deletion(of: ids).digest != digest else { return }
        throw StudioError(
            "The objects have been changed meanwhile, in another tab or by another program. Nothing was deleted.",
            isOutdated: true)
    }

    /// - Parameter path: An attribute, a member of a composite, or a relationship.
    /// - Throws: ``StudioError`` with the present value if it is not the one that a page has shown.
    func refuse(_ path: String, of object: ManagedObject, unless before: ShownValue?) throws {
        guard let before, let present = cell(at: path, of: object), !object.isDeleted else { return }
        func identity(_ id: String) -> String {
            savedObjectIDs[id]?.uriRepresentation().absoluteString ?? id
        }
        guard try ShownValue(present).identifying(identity) != before.identifying(identity) else { return }
        throw StudioError(
            "'\(path)' has been changed meanwhile, in another tab or by another program. Your change was not made.",
            key: path, present: present)
    }

    /// The value that the page of an object shows at a path; nil for an unknown one.
    func cell(at path: String, of object: ManagedObject) -> Cell? {
        let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if let relationship = object.entity.relationship(named: path) {
            return object.cell(of: relationship, chipCount: Self.memberCount, labels)
        }
        guard let attribute = names.first.flatMap(object.entity.attribute) else { return nil }
        if attribute.type == .transformable,
            case .success(let form) = TransformableText.of(object.storedValue(forKey: attribute.name))
        {
            return .text(form.text)
        }
        var cell = Cell(object.value(forKey: attribute.name), of: attribute, textCount: Cell.longTextCount)
        for name in names.dropFirst() {
            guard case .composite(let members) = cell else { return .null }
            cell = members[name] ?? .null
        }
        return cell
    }

    /// A change for people, before it is made.
    func text(of change: StudioChange) -> String {
        func property(_ id: String, _ key: String) -> String {
            guard let object = try? object(id) else { return "'\(key)'" }
            return "'\(key)' of \(labels.text(of: object))"
        }
        switch change {
        case .set(let id, let key, let value, _):
            let before = (try? object(id)).flatMap { cell(at: key, of: $0) } ?? .null
            let after: Cell = if case .text(let text) = value { .text(text) } else { .null }
            return "\(property(id, key)), from \(before.shortened) to \(after.shortened)"
        case .insert(let name): return "a new \(name)"
        case .delete(let ids, _):
            return ids.count == 1 ? "the deletion of an object" : "the deletion of \(ids.count) objects"
        case .link(let id, let name, _, _, _), .move(let id, let name, _, _, _): return property(id, name)
        case .undo, .redo, .discard, .save, .resolve: return "a merge of changes"
        }
    }
}

extension Cell {
    /// The beginning of the value in quotes, for a message; nil has none.
    fileprivate var shortened: String {
        guard self != .null else { return "nil" }
        // One character can have megabytes of marks.
        let shown = Cell(plain: plainText, textCount: 60)
        if case .longText(let beginning, _, _) = shown { return "\"\(beginning)…\"" }
        return "\"\(shown.plainText)\""
    }
}

extension ManagedObject {
    /// Adds what tells the present state of the object from others: how often it was saved, and what is pending.
    func hashState(into hasher: inout Hasher) {
        hasher.combine(objectID)
        hasher.combine(storedVersion)
        hasher.combine(isDeleted)
        let changed = isDeleted ? [] : Set(changedValues().keys)
        for attribute in entity.attributes where isInserted || changed.contains(attribute.name) {
            hasher.combine(attribute.name)
            storedValue(forKey: attribute.name).hashWholly(into: &hasher)
        }
        for relationship in entity.relationships where isInserted || changed.contains(relationship.name) {
            hasher.combine(relationship.name)
            let destinations = objectIDs(forRelationshipNamed: relationship.name)
            hasher.combine(relationship.isOrdered ? destinations : destinations.sorted())
        }
    }
}

extension AttributeValue {
    /// Adds all bytes of the value: data hashes only its beginning, and equal texts can have different bytes.
    fileprivate func hashWholly(into hasher: inout Hasher) {
        switch self {
        case .binary(let data): hasher.combine(data.digest)
        case .string(let text): hasher.combine(text.utf8.digest)
        case .composite(let members):
            for (name, member) in members.sorted(by: { $0.key < $1.key }) {
                hasher.combine(name)
                member.hashWholly(into: &hasher)
            }
        default: hasher.combine(self)
        }
    }
}
