import Foundation

extension FileError {
    /// The reason of any error about a file, in the words of the system: Foundation's own sentences don't name it, or
    /// do so in another form than all other messages.
    package static func reason(for error: any Error) -> String {
        if let failure = error as? FileError { return failure.reason }
        let underlying = (error as NSError).userInfo[NSUnderlyingErrorKey]
        if let system = error as? POSIXError ?? underlying as? POSIXError {
            return SystemError(system.code.rawValue).reason
        }
        switch (error as? CocoaError)?.code {
        case .fileReadNoSuchFile, .fileNoSuchFile: return SystemError(ENOENT).reason
        case .fileReadNoPermission, .fileWriteNoPermission: return SystemError(EACCES).reason
        case .fileWriteFileExists: return SystemError(EEXIST).reason
        case .fileWriteOutOfSpace: return SystemError(ENOSPC).reason
        case .fileWriteVolumeReadOnly: return SystemError(EROFS).reason
        default: return error.localizedDescription
        }
    }
}
