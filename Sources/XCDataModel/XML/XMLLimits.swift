/// What a document may ask of the reader. Models are untrusted input, and each limit is far beyond any real model.
public struct XMLLimits: Sendable, Hashable {
    /// The largest document, in bytes. The largest public model known has 98,672.
    public var sizeBytes: Int
    /// The deepest nesting of elements. The format itself needs 6.
    public var depth: Int
    /// The greatest number of elements. The largest public model known has 932.
    public var elementCount: Int
    /// The greatest number of attributes of one element. The format itself needs 27.
    public var attributeCount: Int
    /// The longest name of an element or attribute, in bytes.
    public var nameLengthBytes: Int

    /// Limits; by default far beyond any real model.
    public init(
        sizeBytes: Int = 32 << 20, depth: Int = 64, elementCount: Int = 500_000, attributeCount: Int = 256,
        nameLengthBytes: Int = 1024
    ) {
        self.sizeBytes = sizeBytes
        self.depth = depth
        self.elementCount = elementCount
        self.attributeCount = attributeCount
        self.nameLengthBytes = nameLengthBytes
    }
}
