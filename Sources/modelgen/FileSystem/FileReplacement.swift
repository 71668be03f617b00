import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Gives a file new bytes in one step: whoever reads it meanwhile gets the old ones or the new ones.
///
/// Unlike a store's file it is not synchronised with the medium: it can be made again from the model, and waiting for
/// the disk takes longer than everything else that the tool does.
enum FileReplacement {
    static func write(_ bytes: Data, to path: String) throws {
        let temporary = URL(filePath: path + ".new")
        do {
            try bytes.write(to: temporary)
            guard rename(temporary.path(percentEncoded: false), path) == 0 else {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
        } catch {
            try? FileManager.default.removeItem(at: temporary)
            throw error
        }
    }
}
