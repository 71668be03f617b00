import Foundation

/// A model of any size, in which every entity is of about the same kind.
enum SyntheticModel {
    /// Writes a bare version.
    ///
    /// - Returns: Its path.
    static func write(entityCount: Int, into folder: URL) throws -> String {
        var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
        text += "<model type=\"com.apple.IDECoreDataModeler.DataModel\" documentVersion=\"1.0\">\n"
        for index in 0..<entityCount {
            let next = (index + 1) % entityCount
            let previous = (index + entityCount - 1) % entityCount
            text += "<entity name=\"Entity\(index)\" representedClassName=\"Entity\(index)\">"
            for (name, type) in [("amount", "Integer 64"), ("date", "Date"), ("name", "String"), ("weight", "Double")] {
                text += "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"\(type)\"/>"
            }
            text += relationship("next", toMany: true, to: next, inverse: "previous")
            text += relationship("previous", toMany: false, to: previous, inverse: "next")
            text += "</entity>\n"
        }
        let bundle = folder.appending(path: "Synthetic\(entityCount).xcdatamodel")
        try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
        try Data((text + "</model>\n").utf8).write(to: bundle.appending(path: "contents"))
        return bundle.path(percentEncoded: false)
    }

    private static func relationship(_ name: String, toMany: Bool, to destination: Int, inverse: String) -> String {
        let count = toMany ? "toMany=\"YES\"" : "maxCount=\"1\""
        return "<relationship name=\"\(name)\" optional=\"YES\" \(count) deletionRule=\"Nullify\""
            + " destinationEntity=\"Entity\(destination)\" inverseName=\"\(inverse)\""
            + " inverseEntity=\"Entity\(destination)\"/>"
    }
}
