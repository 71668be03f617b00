import Foundation
import TestSupport

/// A suite that edits one model.
protocol ModelEditing {
    /// The model in the form of an editor.
    static var original: String { get }
    /// The folder that ``createFolder()`` has made.
    var folder: TemporaryFolder { get }
}

extension ModelEditing {
    var model: String { "Shop.xcdatamodeld" }
    static var contents: String { "Shop.xcdatamodeld/Shop.xcdatamodel/contents" }
    var contents: String { Self.contents }

    /// Makes a folder with the model.
    static func createFolder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write("", to: "Package.swift")
        try folder.write(original, to: contents)
        return folder
    }

    /// What the file holds after an edit.
    var text: String {
        get throws { try String(contentsOfFile: folder.path(contents), encoding: .utf8) }
    }

    @discardableResult
    func edit(_ arguments: [String]) throws -> BuiltProduct.Outcome {
        try BuiltProduct("modelgen").run(["edit", arguments[0], model] + arguments.dropFirst(), in: folder.url)
    }

    @discardableResult
    func edit(_ arguments: String...) throws -> BuiltProduct.Outcome { try edit(arguments) }

    /// The lines that edits add and remove, without their indentation.
    func changedLines() throws -> (added: [String], removed: [String]) {
        let lines = { (text: String) in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
        let difference = lines(try text).difference(from: lines(Self.original))
        let trimmed = { (change: CollectionDifference<String>.Change) in
            switch change {
            case .insert(_, let line, _), .remove(_, let line, _): line.trimmingCharacters(in: .whitespaces)
            }
        }
        return (difference.insertions.map(trimmed), difference.removals.map(trimmed))
    }
}
