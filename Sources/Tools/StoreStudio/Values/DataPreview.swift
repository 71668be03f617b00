import CompiledModels
import Foundation

/// A preview of bytes: their format, as far as their start shows it, and the start itself.
package struct DataPreview: Sendable, Hashable, Encodable {
    package enum Kind: String, Sendable, Encodable {
        case png, jpeg, gif, webp, json, propertyList, archive, text, bytes

        /// Whether a browser shows it as a picture.
        var isPicture: Bool {
            switch self {
            case .png, .jpeg, .gif, .webp: true
            case .json, .propertyList, .archive, .text, .bytes: false
            }
        }
    }

    package var kind: Kind
    package var count: Int
    /// JSON, a property list, the objects of a keyed archive, text, or bytes in hexadecimal digits, truncated. Empty
    /// for pictures.
    package var text: String
    /// The digest of all bytes where they can be replaced: others of the same length can begin in the same way.
    package var digest: String?

    /// The maximum number of bytes shown as digits.
    private static let digitsCount = 512
    /// Above this, nothing is decoded.
    private static let decodedCount = 4 << 20

    init(_ data: Data, textCount: Int) {
        count = data.count
        kind = Self.kind(of: data)
        let archive = kind == .propertyList ? ArchiveOutline(of: Array(data)) : nil
        if archive != nil { kind = .archive }
        let decoded: String? =
            switch kind {
            case .json, .text: String(data: data, encoding: .utf8)
            case .propertyList: PropertyListContents(Array(data))?.outline
            case .archive: archive?.text
            case .bytes, .png, .jpeg, .gif, .webp: nil
            }
        text =
            kind.isPicture
            ? ""
            : decoded.map { String($0.prefix(textCount)) } ?? Self.digits(data.prefix(min(textCount, Self.digitsCount)))
        if decoded == nil, !kind.isPicture { kind = .bytes }
        digest = textCount < Cell.longTextCount ? nil : data.digest
    }

    private static func kind(of data: Data) -> Kind {
        if data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
        if data.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if data.starts(with: Data("GIF8".utf8)) { return .gif }
        if data.starts(with: Data("RIFF".utf8)), data.dropFirst(8).starts(with: Data("WEBP".utf8)) { return .webp }
        guard data.count <= decodedCount else { return .bytes }
        if data.starts(with: Data("bplist00".utf8)) { return .propertyList }
        if data.starts(with: Data("<?xml".utf8)), data.prefix(512).range(of: Data("<plist".utf8)) != nil {
            return .propertyList
        }
        guard let text = String(data: data, encoding: .utf8),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 && ![0x09, 0x0A, 0x0D].contains($0.value) })
        else { return .bytes }
        let first = text.first { !$0.isWhitespace }
        let isJSON = (first == "{" || first == "[") && (try? JSONSerialization.jsonObject(with: data)) != nil
        return isJSON ? .json : .text
    }

    private static func digits(_ bytes: Data) -> String {
        stride(from: 0, to: bytes.count, by: 16).map { start in
            bytes.dropFirst(start).prefix(16)
                .map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined(separator: " ")
        }.joined(separator: "\n")
    }
}
