import Foundation
import ObjectGraph

/// A derived attribute of the model, and its value by other means than those of the library.
struct MeetingDerivation: Sendable {
    var entityName: String
    var attributeName: String
    var type: AttributeType
    var expression: String
    /// The value as text; nil if a store's objects do not determine it.
    var recompute: (@Sendable (GraphContents, ObjectID) -> String)?

    static let all: [MeetingDerivation] = [
        count("Playlist", "trackCount", of: "tracks"), count("Playlist", "mixCount", of: "mixes"),
        sum("Playlist", "total", of: "tracks"), text("Playlist", "ownerName", "owner.name"),
        MeetingDerivation(
            entityName: "Playlist", attributeName: "mean", type: .double, expression: "tracks.number.@avg",
            recompute: { contents, objectID in
                let numbers = contents.members(objectID, "tracks").compactMap { contents.number($0) }
                guard !numbers.isEmpty else { return "0.0" }
                return "\(Double(numbers.reduce(0, +)) / Double(numbers.count))"
            }),
        MeetingDerivation(
            entityName: "Playlist", attributeName: "savedAt", type: .date, expression: "now()", recompute: nil),
        // Of what is derived itself.
        text("Playlist", "ownerFriends", "owner.friendCount", type: .integer64),
        text("Track", "listName", "playlist.name"), text("Track", "ownerName", "playlist.owner.name"),
        count("Track", "tagCount", of: "tags"), sum("Track", "mixTotal", of: "mixes"),
        folded("Track", "sortName", "canonical:(name)") {
            $0.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
        },
        text("Tag", "boxName", "box.name"), count("Tag", "trackCount", of: "tracks"),
        count("Tag", "listCount", of: "list"), text("Box", "tagName", "tag.name"),
        count("Person", "friendCount", of: "friends"), sum("Person", "friendTotal", of: "friends"),
        text("Person", "partnerName", "partner.name"), count("Person", "playlistCount", of: "playlists"),
        MeetingDerivation(
            entityName: "Person", attributeName: "crewSize", type: .integer64, expression: "crew.members.@count",
            recompute: { contents, objectID in
                contents.members(objectID, "crew").first.map { "\(contents.members($0, "members").count)" } ?? "nil"
            }),
        folded("Person", "upperName", "uppercase:(name)") { $0.uppercased() },
        text("Passport", "masterName", "master.name"), count("Crew", "memberCount", of: "members"),
        folded("Crew", "lowerName", "lowercase:(name)") { $0.lowercased() },
        count("Folder", "childCount", of: "children"), text("Folder", "parentName", "parent.name"),
        MeetingDerivation(
            entityName: "Folder", attributeName: "pinnedName", type: .string, expression: "pinned.name",
            recompute: nil),
        count("Label", "playlistCount", of: "playlists"),
    ]

    private static func count(_ entityName: String, _ name: String, of relationship: String) -> Self {
        Self(
            entityName: entityName, attributeName: name, type: .integer64, expression: "\(relationship).@count",
            recompute: { "\($0.members($1, relationship).count)" })
    }

    private static func sum(_ entityName: String, _ name: String, of relationship: String) -> Self {
        Self(
            entityName: entityName, attributeName: name, type: .integer64,
            expression: "\(relationship).number.@sum",
            recompute: { contents, objectID in
                "\(contents.members(objectID, relationship).compactMap { contents.number($0) }.reduce(0, +))"
            })
    }

    /// What the end of a path of relationships to one has.
    private static func text(
        _ entityName: String, _ name: String, _ path: String, type: AttributeType = .string
    ) -> Self {
        let keys = path.split(separator: ".").map(String.init)
        return Self(
            entityName: entityName, attributeName: name, type: type, expression: path,
            recompute: { contents, objectID in
                var end: ObjectID? = objectID
                for key in keys.dropLast() { end = end.flatMap { contents.members($0, key).first } }
                return end.flatMap { contents.objects[$0]?.values[keys[keys.count - 1]] } ?? "nil"
            })
    }

    private static func folded(
        _ entityName: String, _ name: String, _ expression: String, _ fold: @escaping @Sendable (String) -> String
    ) -> Self {
        Self(
            entityName: entityName, attributeName: name, type: .string, expression: expression,
            recompute: { contents, objectID in
                contents.objects[objectID]?.values["name"].map { $0 == "nil" ? $0 : fold($0) } ?? "nil"
            })
    }
}

extension GraphContents {
    /// The destinations of a relationship that exist.
    func members(_ objectID: ObjectID, _ relationship: String) -> [ObjectID] {
        guard let index = model.entitiesByName[objectID.entityName]?.relationship(named: relationship)?.index else {
            return []
        }
        return objects[objectID]?.links[index].filter { objects[$0] != nil } ?? []
    }

    func number(_ objectID: ObjectID) -> Int? { objects[objectID]?.values["number"].flatMap { Int($0) } }

    /// The derived attributes of the model for contexts that meet that have other values than they should.
    var wrongDerivedValues: [String] {
        objects.flatMap { objectID, object in
            MeetingDerivation.all.filter { $0.entityName == objectID.entityName }.compactMap { derivation in
                guard let wanted = derivation.recompute?(self, objectID),
                    let found = object.values[derivation.attributeName], found != wanted
                else { return nil }
                return "\(objectID.entityName) \(objectID.number).\(derivation.attributeName) "
                    + "is \(found), and should be \(wanted)"
            }
        }
    }
}
