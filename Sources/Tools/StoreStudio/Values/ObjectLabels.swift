import Foundation
import JSONTokens
import ModelSchema
import ObjectGraph

/// The names of objects for people.
///
/// An object is named by the attribute that somebody has chosen for its entity, or by its most descriptive text that
/// has a value. An object without texts has a name of several values, so a name is never a number alone.
struct ObjectLabels: Sendable {
    /// The chosen attributes by the names of their entities, which also apply to descendants.
    private var chosenKeys: [String: String] = [:]

    /// The maximum number of characters of a name.
    private static let maximumCount = 80

    /// Names the objects of an entity by an attribute; nil for the default.
    mutating func choose(_ key: String?, for entity: EntityDescription) { chosenKeys[entity.name] = key }

    /// The attribute that names the objects of an entity; nil for names of several values.
    func key(of entity: EntityDescription) -> String? {
        let names = [entity.name] + entity.ancestorNames
        return names.lazy.compactMap { chosenKeys[$0] }.first { entity.attribute(named: $0) != nil }
            ?? entity.textKeys.first
    }

    /// The name of an object.
    func text(of object: ManagedObject) -> String {
        let keys = [key(of: object.entity)].compactMap(\.self) + object.entity.textKeys
        for key in keys { if let text = text(of: object, key) { return text } }
        let entity = object.entity.name
        guard !object.objectID.isTemporaryID else { return "new \(entity)" }
        let parts = [valueText(of: object), ownerText(of: object)].compactMap(\.self)
        return parts.isEmpty ? "\(entity) without values, \(object.objectID.number)" : parts.joined(separator: " · ")
    }

    /// The link that the page shows for an object.
    func link(to object: ManagedObject) -> ObjectLink {
        ObjectLink(
            id: object.objectID.uriRepresentation().absoluteString, entity: object.entity.name, label: text(of: object))
    }

    /// The first line of a value; nil for none.
    private func text(of object: ManagedObject, _ key: String) -> String? {
        guard let attribute = object.entity.attribute(named: key) else { return nil }
        let cell = Cell(object.value(forKey: key), of: attribute, textCount: Self.maximumCount + 1)
        guard cell != .null else { return nil }
        let text = attribute.type == .date ? cell.shortDate ?? cell.plainText : cell.plainText
        let line = text.prefix(Self.maximumCount).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
        guard !line.isEmpty else { return nil }
        return line.count < text.count ? line + "…" : line
    }

    /// The text of the first destination that is named by one.
    private func ownerText(of object: ManagedObject) -> String? {
        for relationship in object.entity.relationships where !relationship.isToMany {
            guard let owner = object.value(forKey: relationship.name) as? ManagedObject,
                let key = key(of: owner.entity), let text = text(of: owner, key)
            else { continue }
            return text
        }
        return nil
    }

    /// The first date, or otherwise the first number or identifier with its name.
    private func valueText(of object: ManagedObject) -> String? {
        let attributes = object.entity.attributes.filter { !$0.isTransient }
        for attribute in attributes where attribute.type == .date {
            if let text = text(of: object, attribute.name) { return text }
        }
        for attribute in attributes where attribute.type.isShort {
            if let text = text(of: object, attribute.name) { return "\(attribute.name) \(text)" }
        }
        return nil
    }
}

extension AttributeType {
    /// Whether values of the type are short enough to be a part of a name.
    fileprivate var isShort: Bool {
        switch self {
        case .integer16, .integer32, .integer64, .decimal, .double, .float, .uuid, .string: true
        default: false
        }
    }
}

extension Cell {
    /// A date without seconds, in UTC.
    fileprivate var shortDate: String? {
        guard case .date(let date) = self else { return nil }
        let parts = DateText.text(for: date.timeIntervalSinceReferenceDate).split(separator: "T")
        // Not for a number that is too large for a date.
        return parts.count == 2 ? "\(parts[0]) \(parts[1].prefix(5))" : nil
    }
}

extension EntityDescription {
    /// The attributes whose texts can name objects, the best first: those with a suitable name, then the others in the
    /// order of the model, without enums.
    fileprivate var textKeys: [String] {
        let texts = attributes.filter { $0.type == .string && !$0.isTransient && $0.enumeration == nil }.map(\.name)
        let usual = ["name", "title", "fullname", "displayname", "label", "subject", "text"]
        func rank(_ name: String) -> Int {
            let name = name.lowercased()
            if let place = usual.firstIndex(of: name) { return place }
            return name.hasSuffix("name") || name.hasSuffix("title") ? usual.count : usual.count + 1
        }
        return texts.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
            .map(\.element)
    }
}
