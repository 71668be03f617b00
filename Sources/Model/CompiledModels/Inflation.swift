import CZLib

/// Decompresses the model in a store: DEFLATE without a header.
///
/// Source: RFC 1951, and the model caches of public stores.
enum Inflation {
    /// The decompressed bytes.
    ///
    /// - Parameter maximumSizeBytes: The maximum size of the result, which also limits the memory.
    static func inflate(_ bytes: [UInt8], maximumSizeBytes: Int) throws(CompiledModelError) -> [UInt8] {
        // zlib counts in 32 bits.
        guard bytes.count <= min(maximumSizeBytes, Int(Int32.max)) else {
            throw CompiledModelError(.tooLarge, "the compressed model has \(bytes.count) bytes", at: "the model cache")
        }
        var result: [UInt8] = []
        var status = Z_OK
        // In parts instead of an array of the maximum size, because most models take some kilobytes.
        var chunk = [UInt8](repeating: 0, count: min(max(bytes.count * 8, 1 << 14), 1 << 20))
        var stream = z_stream()
        guard modelgen_inflateInitRaw(&stream) == Z_OK else {
            throw CompiledModelError(
                .damagedCompression, "there is not enough memory to inflate it", at: "the model cache")
        }
        defer { inflateEnd(&stream) }
        // The header of zlib declares its input as writable, although it does not write to it.
        var input = bytes
        input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(input.count)
            repeat {
                status = chunk.withUnsafeMutableBufferPointer { chunk in
                    stream.next_out = chunk.baseAddress
                    stream.avail_out = UInt32(chunk.count)
                    return CZLib.inflate(&stream, Z_NO_FLUSH)
                }
                result += chunk[..<(chunk.count - Int(stream.avail_out))]
            } while status == Z_OK && result.count <= maximumSizeBytes
        }
        guard result.count <= maximumSizeBytes else {
            throw CompiledModelError(
                .tooLarge, "it inflates to more than \(maximumSizeBytes) bytes", at: "the model cache")
        }
        guard status == Z_STREAM_END else {
            let offset = bytes.count - Int(stream.avail_in)
            throw CompiledModelError(
                .damagedCompression, "the compressed data is damaged or truncated", at: "byte \(offset)")
        }
        return result
    }
}
