public import StoreProtocol

/// The keys and versions that rows of a table can have.
@usableFromInline package struct RowLimits: Sendable {
    /// The store, for errors.
    private let location: String
    /// The table, for errors.
    private let table: String
    private let versionColumn: String

    package init(location: String, table: String, versionColumn: String) {
        self.location = location
        self.table = table
        self.versionColumn = versionColumn
    }

    /// The versions that contexts can distinguish.
    @inlinable package static var versions: ClosedRange<Int64> { 0...Int64(Int32.max) }

    /// Rejects a key that no object of a context can have.
    @inlinable package func check(_ key: Int64) throws(StoreError) {
        if key <= 0 || key > ObjectReference.maximumNumber { throw invalid(key) }
    }

    /// Rejects a key or a version that no object of a context can have.
    @inlinable package func check(_ key: Int64, version: Int64) throws(StoreError) {
        try check(key)
        if !Self.versions.contains(version) { throw invalid(key, version: version) }
    }

    /// Returns the version of an object after a change.
    ///
    /// - Throws: `StoreError` if there is none after the current one.
    package func version(after version: Int, ofRow key: Int64) throws(StoreError) -> Int {
        guard Self.versions.contains(Int64(version) + 1) else {
            throw error(key, "no version is left after \(version) (\(versionColumn))")
        }
        return version + 1
    }

    @usableFromInline func invalid(_ key: Int64) -> StoreError {
        error(key, "a key must be from 1 to \(ObjectReference.maximumNumber)")
    }

    @usableFromInline func invalid(_ key: Int64, version: Int64) -> StoreError {
        error(key, "an object cannot have the version \(version) (\(versionColumn))")
    }

    private func error(_ key: Int64, _ message: String) -> StoreError {
        StoreError(.malformed, location: location, table: table, row: key, message)
    }
}
