/// What a page wants changed.
package enum StudioChange: Sendable {
    case set(object: String, key: String, value: ChangedValue)
    case insert(entity: String)
    case delete(objects: [String])
    case connect(object: String, relationship: String, destination: String)
    case disconnect(object: String, relationship: String, destination: String)
    case undo
    case redo
    case discard
    case save
    /// Ends a conflict: for each object the properties that are to be as others have saved them; the rest stays as it is
    /// here.
    case resolve([Choice])

    package struct Choice: Sendable, Decodable {
        package var object: String
        package var theirs: [String]
    }
}

/// A value as a page has it.
package enum ChangedValue: Sendable, Decodable {
    case null
    /// As it is typed.
    case text(String)

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = container.decodeNil() ? .null : .text(try container.decode(String.self))
    }
}

extension StudioChange: Decodable {
    private enum CodingKeys: String, CodingKey {
        case action, object, objects, key, value, entity, relationship, destination, choices
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        func text(_ key: CodingKeys) throws -> String { try container.decode(String.self, forKey: key) }
        let action = try text(.action)
        switch action {
        case "set":
            self = .set(
                object: try text(.object), key: try text(.key),
                value: try container.decodeIfPresent(ChangedValue.self, forKey: .value) ?? .null)
        case "insert": self = .insert(entity: try text(.entity))
        case "delete": self = .delete(objects: try container.decode([String].self, forKey: .objects))
        case "connect":
            self = .connect(
                object: try text(.object), relationship: try text(.relationship), destination: try text(.destination))
        case "disconnect":
            self = .disconnect(
                object: try text(.object), relationship: try text(.relationship), destination: try text(.destination))
        case "undo": self = .undo
        case "redo": self = .redo
        case "discard": self = .discard
        case "save": self = .save
        case "resolve": self = .resolve(try container.decode([Choice].self, forKey: .choices))
        default:
            throw DecodingError.dataCorruptedError(
                forKey: .action, in: container, debugDescription: "there is no action '\(action)'")
        }
    }
}

/// How things are after a change, or since a page last asked.
package struct StateAnswer: Sendable, Encodable {
    package var revision: Int
    package var pendingCount: Int
    package var canUndo: Bool
    package var canRedo: Bool
    /// What has become of the store's file, as a sentence; nil while all is well.
    package var trouble: String?
    /// The object that was made.
    package var object: String?
    /// The URIs that objects have got by a save, by those they had.
    package var identities: [String: String] = [:]
    /// What stands in the way of a save.
    package var problems: [Problem] = []
    /// What others have saved meanwhile and this studio has changed too.
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
        /// Whether it was deleted by others, so that nothing is left to choose.
        package var isGone: Bool
        /// Whether it is to be deleted here.
        package var isDeletedHere: Bool
        package var properties: [Property]
    }
}

/// All that a save would write.
package struct PendingAnswer: Sendable, Encodable {
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

    package var changes: [Change]
}

/// What a deletion would take along.
package struct DeletionAnswer: Sendable, Encodable {
    /// The objects that would be deleted, those that were named first.
    package var objects: [ObjectLink]
    /// How many there are; more than ``objects`` holds, perhaps.
    package var count: Int
    /// The objects that would stay, and lose a link.
    package var affected: [ObjectLink]
    /// What forbids it.
    package var problems: [StateAnswer.Problem]
}
