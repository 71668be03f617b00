import FileAccess
import Foundation
import JSONStore
import ObjectGraph
import SampleModels
import TestSupport
import Testing

/// A store's file in a folder of its own, opened and closed as often as a test likes.
struct StoreFile {
    static let identifier = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))

    let folder: TemporaryFolder
    let url: URL
    let model: ManagedObjectModel

    init(_ model: ManagedObjectModel = .superheroes, name: String = "Store.json") throws {
        folder = try TemporaryFolder()
        url = folder.url.appending(path: name)
        self.model = model
    }

    /// A context on the store, which is open as long as the context lives.
    func open(
        _ operations: FileOperations = .system, _ options: JSONStoreOptions = JSONStoreOptions()
    ) throws -> ManagedObjectContext {
        let store = try JSONStore(
            at: url, model: model, options: options, operations: operations, newIdentifier: Self.identifier)
        return try PersistentContainer(model: model, store: OpenStoreDescription(store)).newContext()
    }

    /// Opens the store, does something, and closes it.
    @discardableResult
    func session<Result>(_ body: (ManagedObjectContext) throws -> Result) throws -> Result {
        try session(JSONStoreOptions(), body)
    }

    /// Opens the store in a certain way, does something, and closes it.
    @discardableResult
    func session<Result>(
        _ options: JSONStoreOptions, _ body: (ManagedObjectContext) throws -> Result
    ) throws -> Result {
        let context = try open(.system, options)
        return try withExtendedLifetime(context) { try body(context) }
    }

    /// Expects an error on opening, and that the file is left alone.
    @discardableResult
    func expectRefusal(
        _ code: StoreError.Code, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> StoreError? {
        let before = try bytes
        let error = #expect(throws: StoreError.self, sourceLocation: sourceLocation) { _ = try open() }
        #expect(error?.code == code, "\(String(describing: error))", sourceLocation: sourceLocation)
        #expect(error?.location == path, sourceLocation: sourceLocation)
        #expect(try bytes == before, sourceLocation: sourceLocation)
        return error
    }

    var path: String { url.resolvingSymlinksInPath().path(percentEncoded: false) }

    var bytes: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: url)) }
    }

    var text: String {
        get throws { String(decoding: try bytes, as: UTF8.self) }
    }

    /// The text from the objects on: what stands before it names the store and the model.
    var objectsText: String {
        get throws {
            let text = try text
            return String(try text[#require(text.range(of: " \"entities\"")).lowerBound...])
        }
    }

    var journalURL: URL { folder.url.appending(path: url.lastPathComponent + ".journal") }

    var journalBytes: [UInt8] {
        get throws { [UInt8](try Data(contentsOf: journalURL)) }
    }

    var journalText: String {
        get throws { String(decoding: try journalBytes, as: UTF8.self) }
    }

    func write(_ bytes: some Sequence<UInt8>) throws {
        try Data(bytes).write(to: url)
    }

    func write(_ text: String) throws {
        try write(text.utf8)
    }

    /// The names of the files in the folder, without the lock.
    var fileNames: [String] {
        get throws {
            try folder.names().filter { !$0.hasSuffix(".lock") }
        }
    }
}
