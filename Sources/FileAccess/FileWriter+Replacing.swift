extension FileWriter {
    /// Replaces the bytes of a file, unless they are no longer those that were read.
    ///
    /// - Returns: Whether anything has changed.
    /// - Throws: The reason for a failure; the file stays unchanged.
    @discardableResult
    package static func replace(
        _ original: [UInt8], with bytes: [UInt8], at path: String
    ) throws(FileFailure) -> Bool {
        guard try FileReader.contents(of: path) == original else {
            throw FileFailure(
                path: path, step: "written",
                reason: "another program has changed it since it was read; run the command again")
        }
        return try write(bytes, to: path)
    }
}
