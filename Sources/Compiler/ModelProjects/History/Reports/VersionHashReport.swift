import ModelDiagnostics
import ModelSchema
import StructuredText

/// The version hashes of a model's versions, as Core Data computes them.
package struct VersionHashReport: Sendable {
    /// The hashes of one version.
    private struct Version {
        var name: String
        var hashes: [(entity: String, hash: CoreDataVersionHash, isKnown: Bool)]
        var digest: CoreDataVersionDigest

        init?(_ version: ModelVersion) {
            guard let hashes = version.hashes else { return nil }
            let lookup = ModelLookup(version.model)
            name = version.name
            digest = CoreDataVersionDigest(of: hashes)
            self.hashes = hashes.sorted { $0.key < $1.key }.map { entity, hash in
                (entity, hash, lookup.entity(named: entity).map(lookup.isCoreDataVersionHashKnown) ?? false)
            }
        }
    }

    private let currentName: String?
    private let versions: [Version]

    /// Creates a report on versions, in their order, without those whose hierarchies are too deep.
    ///
    /// - Parameter currentName: The name of the model's current version.
    package init(of versions: [ModelVersion], currentName: String?) {
        self.currentName = currentName
        self.versions = versions.compactMap(Version.init)
    }

    /// The text for a terminal: a line for each entity with its hash in Base64, then both digests.
    package var text: String {
        var isUncertain = false
        var lines: [String] = []
        for version in versions {
            let names = version.hashes.map(\.entity) + ["checksum", "digest"]
            let width = names.map(\.count).max() ?? 0
            lines.append(version.name)
            for (entity, hash, isKnown) in version.hashes {
                lines.append("  \(entity.padded(to: width))  \(hash.base64)\(isKnown ? "" : " *")")
                isUncertain = isUncertain || !isKnown
            }
            lines.append("  \("checksum".padded(to: width))  \(version.digest.checksum)")
            lines.append("  \("digest".padded(to: width))  \(version.digest.hashesDigest)")
        }
        if isUncertain {
            lines.append("* Core Data might compute a different hash, because the entity uses an unverified feature")
        }
        return lines.map { $0.withVisibleControls + "\n" }.joined()
    }

    /// A JSON document for scripts.
    package var json: String {
        let values = versions.map { version in
            StructuredValue.members(
                .init("name", .string(version.name)), .init("isCurrent", .boolean(version.name == currentName)),
                .init("checksum", .string(version.digest.checksum)),
                .init("digest", .string(version.digest.hashesDigest)),
                .init(
                    "entities",
                    .array(
                        version.hashes.map { entity, hash, isKnown in
                            .members(
                                .init("name", .string(entity)), .init("hash", .string(hash.base64)),
                                .init("isKnown", .boolean(isKnown)))
                        })))
        }
        return JSONText.text(
            of: .members(
                .init("format", "modelgen-version-hashes"), .init("version", .number(1)),
                .init("versions", .array(values))))
    }

    /// The property list of a compiled model, `VersionInfo.plist`.
    package var propertyList: String {
        var lines = [
            #"<?xml version="1.0" encoding="UTF-8"?>"#,
            #"<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">"#,
            #"<plist version="1.0">"#, "<dict>",
        ]
        if let currentName {
            lines += [
                "\t<key>NSManagedObjectModel_CurrentVersionName</key>", "\t<string>\(xmlText(currentName))</string>",
            ]
        }
        lines += ["\t<key>NSManagedObjectModel_VersionChecksums</key>", "\t<dict>"]
        for version in versions {
            lines += ["\t\t<key>\(xmlText(version.name))</key>", "\t\t<string>\(version.digest.checksum)</string>"]
        }
        lines += ["\t</dict>", "\t<key>NSManagedObjectModel_VersionHashes</key>", "\t<dict>"]
        for version in versions {
            lines += ["\t\t<key>\(xmlText(version.name))</key>", "\t\t<dict>"]
            for (entity, hash, _) in version.hashes {
                lines += ["\t\t\t<key>\(xmlText(entity))</key>", "\t\t\t<data>\(hash.base64)</data>"]
            }
            lines.append("\t\t</dict>")
        }
        lines += ["\t</dict>", "</dict>", "</plist>"]
        return lines.map { $0 + "\n" }.joined()
    }
}
