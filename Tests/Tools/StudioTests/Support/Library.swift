import Foundation
import JSONStore
import ModelSchema
import ObjectGraph
import SQLiteStore
import StoreStudio
import TestSupport
import Testing

/// A store with something of everything, in both kinds of files.
struct Library {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case json, sqlite

        var testDescription: String { rawValue }
        var fileName: String { self == .json ? "Library.json" : "Library.sqlite" }
        var name: String { self == .json ? "JSON" : "SQLite" }
    }

    let kind: Kind
    let folder: TemporaryFolder
    var model: ManagedObjectModel

    var url: URL { folder.url.appending(path: kind.fileName) }

    /// Text that would do harm if it were taken for markup.
    static let hostileTitle = "<img src=x onerror=\"document.title='broken'\">"

    static let entities = """
        <entity name="Shelf" representedClassName="Shelf">
            <attribute name="name" attributeType="String" minValueString="2"/>
            <relationship name="books" optional="YES" toMany="YES" deletionRule="Cascade" ordered="YES"
                destinationEntity="Book" inverseName="shelf" inverseEntity="Book"/>
            <userInfo><entry key="about" value="Where books stand."/></userInfo>
        </entity>
        <entity name="Book" representedClassName="Book">
            <attribute name="title" attributeType="String"/>
            <attribute name="pages" attributeType="Integer 32" minValueString="1" defaultValueString="1"/>
            <attribute name="price" optional="YES" attributeType="Decimal"/>
            <attribute name="isRead" optional="YES" attributeType="Boolean"/>
            <attribute name="bought" optional="YES" attributeType="Date"/>
            <attribute name="site" optional="YES" attributeType="URI"/>
            <attribute name="cover" optional="YES" attributeType="Binary"/>
            <attribute name="state" optional="YES" attributeType="Integer 16" defaultValueString="0">
                <userInfo>
                    <entry key="modelgen.enum" value="State"/>
                    <entry key="modelgen.enum.cases" value="new = 0, used = 1, worn = 2"/>
                </userInfo>
            </attribute>
            <attribute name="size" optional="YES" attributeType="Composite" composite="Size"/>
            <attribute name="settings" optional="YES" attributeType="Transformable"
                valueTransformerName="NSSecureUnarchiveFromData" customClassName="Settings"/>
            <relationship name="shelf" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf"
                inverseName="books" inverseEntity="Shelf"/>
            <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag"
                inverseName="books" inverseEntity="Tag"/>
        </entity>
        <entity name="Novel" representedClassName="Novel" parentEntity="Book">
            <attribute name="hero" optional="YES" attributeType="String"/>
        </entity>
        <entity name="Tag" representedClassName="Tag">
            <attribute name="name" attributeType="String"/>
            <relationship name="books" optional="YES" toMany="YES" deletionRule="Deny" destinationEntity="Book"
                inverseName="tags" inverseEntity="Book"/>
        </entity>
        <composite name="Size">
            <attribute name="width" optional="YES" attributeType="Double"/>
            <attribute name="unit" optional="YES" attributeType="String"/>
        </composite>
        """

    /// A picture of one point.
    static let picture = Data(
        base64Encoded:
            "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    )

    /// The model of the store.
    static func model() throws -> ManagedObjectModel { ManagedObjectModel(try readModel(entities)) }

    /// Makes the store: two shelves, books, a tag.
    init(_ kind: Kind, bookCount: Int = 5, tracksHistory: Bool = false) throws {
        self.kind = kind
        folder = try TemporaryFolder()
        model = try Self.model()
        let container = try container()
        try Self.fill(container, bookCount: bookCount)
        try container.persistentStoreCoordinator.setTracksHistory(tracksHistory)
    }

    /// Puts two shelves, books and a tag into a store.
    static func fill(_ container: PersistentContainer, bookCount: Int = 5) throws {
        let context = container.newContext()
        func object(_ entity: String, _ values: [String: Any]) -> ManagedObject {
            let object = context.insertNewObject(forEntityName: entity)
            object.setValuesForKeys(values)
            return object
        }
        let shelf = object("Shelf", ["name": "Novels"])
        _ = object("Shelf", ["name": "Empty"])
        let tag = object("Tag", ["name": "classic"])
        let first = object(
            "Novel",
            [
                "title": "Emma", "pages": 474, "price": Decimal(string: "9.99") ?? 0, "isRead": true, "state": 1,
                "bought": Date(timeIntervalSinceReferenceDate: 700_000_000), "hero": "Emma Woodhouse", "shelf": shelf,
            ])
        first.setValue(URL(string: "https://example.org/emma"), forKey: "site")
        first.setValue(Self.picture, forKey: "cover")
        first.setValue(Set([tag]), forKey: "tags")
        first.setValue(["width": 12.5, "unit": "cm"], forKey: "size")
        first[transformable: "settings"] = ["font": "serif"]
        _ = object("Book", ["title": Self.hostileTitle, "pages": 10, "shelf": shelf, "state": 7])
        for number in 0..<max(bookCount - 2, 0) {
            _ = object(
                "Book", ["title": "Book \(number)", "pages": number % 900 + 1, "state": number % 3, "shelf": shelf])
        }
        try context.save()
    }

    /// Opens the store, as an app does.
    func container(isReadOnly: Bool = false) throws -> PersistentContainer {
        let description: any PersistentStoreDescription =
            switch kind {
            case .json: .json(at: url, options: JSONStoreOptions(isReadOnly: isReadOnly))
            case .sqlite:
                .sqlite(at: url, options: SQLiteStoreOptions(isReadOnly: isReadOnly, busyTimeoutMilliseconds: 300))
            }
        return try PersistentContainer(model: model, stores: [(configuration: nil, store: description)])
    }

    /// A session on the store.
    func session(isReadOnly: Bool = false) throws -> StudioSession {
        let library = self
        let store = StudioStore(name: kind.fileName, kind: kind.name, url: url) { isReadOnly in
            try library.container(isReadOnly: isReadOnly)
        } readOnlyReason: { error in
            (error as? StoreError)?.code == .inUse ? "Another program has the store open." : nil
        }
        return try StudioSession(store, isReadOnly: isReadOnly)
    }
}
