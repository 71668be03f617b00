#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Whose a file is, and what owner, group and others may do with it. A file that takes the place of another one gets them,
/// so that a save by an administrator does not take a store from its user.
package struct FileRights: Sendable, Hashable {
    package let owner: UInt32
    package let group: UInt32
    package let mode: UInt32

    /// What a new file allows: everything to the user, nothing to others.
    package static let newFileMode: UInt32 = 0o600

    init(_ status: stat) {
        owner = status.st_uid
        group = status.st_gid
        mode = UInt32(status.st_mode) & 0o777
    }

    /// Whether a file that the user makes has them from the start.
    package var areOfNewFile: Bool { mode == Self.newFileMode && owner == geteuid() }
}
