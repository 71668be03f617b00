/// What earlier runs generated in a folder: a line for each file, so that version control can merge it.
///
/// ```
/// # Files that modelgen generated in this folder. Commit this file with them.
/// Shop.xcdatamodeld	Order+Generated.swift	5f70bf18a086007016e948b04aed3b82103a36bea41755b6cddfaf10ace3c6ef
/// ```
///
/// A line holds the name of the model's bundle, the name of the file and the hash of its bytes, with tabs between. The
/// lines are sorted. Nothing in it depends on the machine, the day or the version of the tool.
public struct Manifest: Sendable, Hashable {
    /// The name of the file; hidden, so that no build takes it for a source.
    public static let fileName = ".modelgen-manifest"

    /// A file that an earlier run generated.
    public struct Entry: Sendable, Hashable, Comparable {
        /// The name of the model's bundle.
        public var model: String
        /// A name without a folder.
        public var file: String
        /// The hash of the bytes that were generated.
        public var hash: ContentHash

        /// A file as it was generated for a model.
        public init(model: String, file: String, hash: ContentHash) {
            self.model = model
            self.file = file
            self.hash = hash
        }

        public static func < (left: Entry, right: Entry) -> Bool {
            (left.model, left.file, left.hash.description) < (right.model, right.file, right.hash.description)
        }
    }

    /// Sorted by model, file and hash. After a merge a file may be there twice, with the hashes of both sides.
    public private(set) var entries: [Entry] = []

    /// A manifest of files in any order; equal ones count once.
    public init(_ entries: [Entry] = []) {
        self.entries = Set(entries).sorted()
    }
}

extension Manifest {
    private static let heading = "# Files that modelgen generated in this folder. Commit this file with them."

    /// The text of the file.
    public var text: String {
        let lines = entries.map { "\(Self.escaped($0.model))\t\($0.file)\t\($0.hash)" }
        return ([Self.heading] + lines).joined(separator: "\n") + "\n"
    }

    /// Why a manifest is none.
    public struct Failure: Error, Sendable, Hashable {
        /// From 1.
        public var line: Int
        /// What is wrong with the line, as a clause.
        public var message: String
    }

    /// Reads a manifest. What a merge leaves around its conflicts is passed over: both sides were generated.
    ///
    /// - Parameter bytes: Untrusted. A name that could lead out of the folder is a failure.
    public init(reading bytes: [UInt8]) throws(Failure) {
        var entries: [Entry] = []
        for (index, bytes) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        {
            let line = String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
            if line.isEmpty || ["#", "<<<<<<<", "|||||||", "=======", ">>>>>>>"].contains(where: line.hasPrefix) {
                continue
            }
            let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard fields.count == 3, let hash = ContentHash(fields[2]) else {
                throw Failure(line: index + 1, message: "is not a model, a file, and a hash separated by tabs")
            }
            guard Self.isFileName(fields[1]) else {
                throw Failure(line: index + 1, message: "names '\(fields[1])', which is not a file of this folder")
            }
            entries.append(Entry(model: Self.unescaped(fields[0]), file: fields[1], hash: hash))
        }
        self.init(entries)
    }

    /// Whether a name can only mean a file right in the folder, and none of those that the tool keeps for itself.
    static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && name.utf8.count <= 255
            && !name.unicodeScalars.contains { $0 == "/" || $0 == "\\" || $0.value < 0x20 || $0.value == 0x7F }
    }

    /// The name of a bundle is anything that a file system takes.
    private static func escaped(_ name: String) -> String {
        var result = ""
        for scalar in name.unicodeScalars {
            if scalar.value < 0x20 || scalar == "%" || "#<|=>".unicodeScalars.contains(scalar) {
                let digits = String(scalar.value, radix: 16, uppercase: true)
                result += "%" + String(repeating: "0", count: 2 - digits.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func unescaped(_ text: String) -> String {
        var result = ""
        var rest = text[...]
        while let mark = rest.firstIndex(of: "%") {
            result += rest[..<mark]
            let digits = rest[mark...].dropFirst().prefix(2)
            if let value = UInt8(digits, radix: 16) {
                result.unicodeScalars.append(Unicode.Scalar(value))
                rest = rest[mark...].dropFirst(3)
            } else {
                result += "%"
                rest = rest[mark...].dropFirst()
            }
        }
        return result + rest
    }
}
