public import Foundation

#if !canImport(Darwin)
    // What UIKit and AppKit add on Apple's platforms.
    extension IndexPath {
        /// The path of a row in a section.
        public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

        /// The path of an item in a section.
        public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

        /// The first index.
        public var section: Int { self[0] }
        /// The second index.
        public var item: Int { self[1] }
        /// The second index.
        public var row: Int { self[1] }
    }
#endif

extension IndexPath {
    init<Item>(_ path: ResultChanges<Item>.Path) { self.init(indexes: [path.section, path.item]) }
}
