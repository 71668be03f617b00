import CPeerXML

/// libxml2 by itself, on the same bytes.
enum Peer {
    /// Parses a document into libxml2's own tree, and lets go of it.
    static func parse(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { buffer in
            let start = buffer.baseAddress?.assumingMemoryBound(to: CChar.self)
            guard let document = xmlReadMemory(start, Int32(buffer.count), nil, nil, Int32(XML_PARSE_NONET.rawValue))
            else { return false }
            xmlFreeDoc(document)
            return true
        }
    }
}
