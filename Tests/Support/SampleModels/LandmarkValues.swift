public import Foundation
public import ObjectGraph

/// What the model `Values` keeps as JSON in a Binary attribute.
public struct LandmarkSettings: Codable, Hashable, Sendable {
    public var zoom: Double
    public var layers: [String: Bool]

    public init(zoom: Double, layers: [String: Bool]) {
        self.zoom = zoom
        self.layers = layers
    }
}

/// What the model `Values` keeps as JSON in a Transformable attribute.
public enum Rating: String, Codable, Sendable {
    case poor, good
}

/// A class that only a transformer can store.
public final class Paint: Sendable {
    public let name: String

    public init(name: String) {
        self.name = name
    }
}

/// Stores paint as the bytes of its name, after a prefix.
public struct PaintTransformer: AttributeTransformer {
    private let prefix: String

    public init(prefix: String) {
        self.prefix = prefix
    }

    public func data(from value: Paint) throws -> Data {
        Data((prefix + value.name).utf8)
    }

    public func value(from data: Data) throws -> Paint {
        let text = String(decoding: data, as: UTF8.self)
        guard text.hasPrefix(prefix) else { throw CocoaError(.coderReadCorrupt) }
        return Paint(name: String(text.dropFirst(prefix.count)))
    }
}
