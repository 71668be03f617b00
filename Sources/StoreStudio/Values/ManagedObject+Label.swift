import Foundation
import ModelSchema
import ObjectGraph

extension ManagedObject {
    /// The name of the object for people: its most descriptive text, or its entity and number.
    var label: String {
        if let key = entity.labelKey, let text = value(forKey: key) as? String, !text.isEmpty {
            let line = text.prefix(80).split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
            if !line.isEmpty { return line.count < text.count ? line + "…" : line }
        }
        return objectID.isTemporaryID ? "new \(entity.name)" : "\(entity.name) \(objectID.number)"
    }

    /// The link that the page shows for the object.
    var link: ObjectLink {
        ObjectLink(id: objectID.uriRepresentation().absoluteString, entity: entity.name, label: label)
    }
}

extension EntityDescription {
    /// The attribute whose text names objects best: one with a suitable name, or otherwise the first text without an
    /// enum.
    var labelKey: String? {
        let texts = attributes.filter { $0.type == .string && !$0.isTransient && $0.enumeration == nil }
        let usual = ["name", "title", "fullName", "displayName", "label", "subject", "text"]
        for name in usual {
            if let found = texts.first(where: { $0.name.lowercased() == name.lowercased() }) { return found.name }
        }
        return texts.first { $0.name.lowercased().hasSuffix("name") || $0.name.lowercased().hasSuffix("title") }?.name
            ?? texts.first?.name
    }
}
