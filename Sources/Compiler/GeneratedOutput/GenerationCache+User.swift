import FileAccess
import Foundation

extension GenerationCache {
    /// The cache of the current user; nil if there is no place for it.
    package static var ofCurrentUser: GenerationCache? {
        guard let folder, let toolIdentity else { return nil }
        return GenerationCache(folder: folder, toolIdentity: toolIdentity)
    }

    /// Source: the XDG Base Directory Specification; on Apple platforms, the system's folder for caches.
    private static var folder: String? {
        if let folder = variable("XDG_CACHE_HOME"), folder.hasPrefix("/") { return folder + "/modelgen" }
        guard let home = variable("HOME"), home.hasPrefix("/") else { return nil }
        #if canImport(Darwin)
            return home + "/Library/Caches/modelgen"
        #else
            return home + "/.cache/modelgen"
        #endif
    }

    /// A variable of the environment, without reading the others.
    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

    /// The path of the tool with its date and size. Building the tool again changes one of them.
    private static var toolIdentity: String? {
        #if os(Linux)
            let path = "/proc/self/exe"
        #else
            guard let path = Bundle.main.executablePath else { return nil }
        #endif
        return FileStamp(path)?.text
    }
}
