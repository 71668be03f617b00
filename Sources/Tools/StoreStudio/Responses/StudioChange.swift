/// A change that a page requests.
///
/// `before` is the value that the page has shown; nil to change any value.
package enum StudioChange: Sendable {
    case set(object: String, key: String, value: ChangedValue, before: ShownValue? = nil)
    case insert(entity: String)
    /// Deletes objects, and what the model's delete rules demand. The digest is that of the effects that the page has
    /// shown; nil for any effects.
    case delete(objects: [String], digest: String? = nil)
    /// Connects two objects, or disconnects them.
    ///
    /// Only the destination of a to-one relationship is compared with the one before. To-many relationships keep what
    /// others have added and removed.
    case link(
        object: String, relationship: String, destination: String, isConnected: Bool, before: ShownValue? = nil)
    /// Moves a destination of an ordered relationship to a place, counted from 0.
    case move(object: String, relationship: String, destination: String, place: Int, before: ShownValue? = nil)
    case undo, redo, save
    /// Discards all changes. The digest is that of the changes that the page has shown; nil for any changes.
    case discard(digest: String? = nil)
    /// Resolves a conflict: for each object, the properties that get the values that others saved. The rest stays.
    case resolve([Choice])

    package struct Choice: Sendable, Decodable {
        package var object: String
        package var theirs: [String]
        /// The digest of the conflict that the page has shown; nil for any conflict.
        package var digest: String?
    }
}

/// A value as a person types it on a page.
package enum ChangedValue: Sendable, Decodable {
    case null
    case text(String)

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .text(try container.decode(String.self))
    }
}

extension StudioChange: Decodable {
    private enum CodingKeys: String, CodingKey {
        case action, object, objects, key, value, entity, relationship, destination, place, choices, before, digest
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String { try container.decode(String.self, forKey: key) }
        // Null is a value, too.
        let before = container.contains(.before) ? try container.decode(ShownValue.self, forKey: .before) : nil
        let action = try text(.action)
        switch action {
        case "set":
            let value = try container.decodeIfPresent(ChangedValue.self, forKey: .value) ?? .null
            self = .set(object: try text(.object), key: try text(.key), value: value, before: before)
        case "insert": self = .insert(entity: try text(.entity))
        case "delete":
            self = .delete(
                objects: try container.decode([String].self, forKey: .objects),
                digest: try container.decodeIfPresent(String.self, forKey: .digest))
        case "connect", "disconnect":
            self = .link(
                object: try text(.object), relationship: try text(.relationship), destination: try text(.destination),
                isConnected: action == "connect", before: before)
        case "move":
            self = .move(
                object: try text(.object), relationship: try text(.relationship), destination: try text(.destination),
                place: try container.decode(Int.self, forKey: .place), before: before)
        case "undo": self = .undo
        case "redo": self = .redo
        case "discard": self = .discard(digest: try container.decodeIfPresent(String.self, forKey: .digest))
        case "save": self = .save
        case "resolve": self = .resolve(try container.decode([Choice].self, forKey: .choices))
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .action, in: container, debugDescription: "unknown action '\(action)'")
        }
    }
}

/// The state after a change, or since a page last asked.
package struct StateResponse: Sendable, Encodable {
    package var revision = 0
    package var pendingCount = 0
    package var canUndo = false
    package var canRedo = false
    /// A problem of the store's file, as a sentence.
    package var trouble: String?
    /// The new object.
    package var object: String?
    /// The value after a change of one value, which the page has then shown before the next change.
    package var cell: Cell?
    /// The new URIs of saved objects, by their earlier ones.
    package var identities: [String: String] = [:]
    /// The problems that prevent a save.
    package var problems: [Problem] = []
    /// The objects that both others and this studio have changed.
    package var conflicts: [Conflict] = []

    package struct Problem: Sendable, Encodable {
        package var object: ObjectLink?
        package var key: String?
        package var text: String
    }

    package struct Conflict: Sendable, Encodable {
        package struct Property: Sendable, Encodable {
            package var key: String
            package var mine: Cell
            package var theirs: Cell
            package var before: Cell
        }

        package var object: ObjectLink
        /// Whether others have deleted the object, so there is nothing to choose.
        package var isGone: Bool
        package var isDeletedHere: Bool
        package var properties: [Property]
        /// What tells the conflict from one after later changes on either side.
        package var digest: String
    }
}

/// The changes that a save would write.
package struct PendingResponse: Sendable, Encodable {
    package struct Change: Sendable, Encodable {
        package struct Property: Sendable, Encodable {
            package var key: String
            package var before: Cell
            package var after: Cell
        }

        package var object: ObjectLink
        /// `inserted`, `updated` or `deleted`.
        package var kind: String
        package var properties: [Property]
    }

    /// The first changes.
    package var changes: [Change]
    /// The number of all changes, which can be more than ``changes`` contains.
    package var count: Int
    /// What tells all changes from others. A page sends it to discard no more than it has shown.
    package var digest: String
}

/// The effects of a deletion.
package struct DeletionResponse: Sendable, Encodable {
    /// The objects that would be deleted, starting with the selected ones.
    package var objects: [ObjectLink]
    /// The number of objects that would be deleted, which can be more than ``objects`` contains.
    package var count: Int
    /// The objects that would stay, but lose a link.
    package var affected: [ObjectLink]
    /// The problems that prevent the deletion.
    package var problems: [StateResponse.Problem]
    /// What tells the objects, in their present state, from others, or from those after a change.
    package var digest: String
}
