import Foundation
import JSONTokens
import ModelSchema
import ObjectGraph
import SQLStore

/// The changes of a transaction in the history: a JSON array with an object for each.
struct HistoryText {
    let core: StoreCore

    // MARK: Writing

    func text(of changes: [PersistentHistoryChange]) -> String {
        "[\(changes.map(text).joined(separator: ",\n"))]"
    }

    private func text(of change: PersistentHistoryChange) -> String {
        var text =
            "{\(JSONText.quoted(change.changeType.word)):\(JSONText.quoted(change.changedObjectID.entityName)),"
            + "\"id\":\(change.changedObjectID.number)"
        if !change.updatedProperties.isEmpty {
            text += ",\"properties\":[\(change.updatedProperties.map(JSONText.quoted).joined(separator: ","))]"
        }
        if !change.tombstone.isEmpty { text += ",\"tombstone\":\(CompositeText.text(of: change.tombstone))" }
        return text + "}"
    }

    // MARK: Reading

    /// Returns nil if the text has another form.
    func changes(_ text: Data) -> [PersistentHistoryChange]? {
        guard case .array(let list)? = JSONTree(text) else { return nil }
        let changes = list.compactMap(change)
        return changes.count == list.count ? changes : nil
    }

    private func change(_ object: JSONTree) -> PersistentHistoryChange? {
        guard let members = object.members,
            let type = members.keys.sorted().lazy.compactMap(PersistentHistoryChange.ChangeType.init(word:)).first,
            let entityName = members[type.word]?.text,
            case .number(let text)? = members["id"], let number = Int64(text)
        else { return nil }
        var propertyNames: [String] = []
        if case .array(let names)? = members["properties"] { propertyNames = names.compactMap(\.text) }
        return PersistentHistoryChange(
            changedObjectID: ObjectID(storeIdentifier: core.identifier, entityName: entityName, number: number),
            changeType: type, updatedProperties: propertyNames,
            tombstone: type == .delete ? tombstone(members["tombstone"]?.members ?? [:], of: entityName) : [:])
    }

    /// Returns the values that the model keeps of a deleted object. Others are ignored.
    private func tombstone(_ members: [String: JSONTree], of entityName: String) -> [String: AttributeValue] {
        guard let entity = core.layout.model.entitiesByName[entityName] else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: entity.tombstoneAttributes.map { attribute in
                (attribute.name, CompositeText.value(members[attribute.name], of: attribute, entity) ?? .null)
            })
    }
}
