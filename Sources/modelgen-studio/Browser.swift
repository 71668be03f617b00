import Foundation

/// The reader's browser.
struct Browser {
    /// Leads to the page, and is taken away with the value: arguments of programs can be read by all users of a machine, and
    /// the address holds the token.
    private let folder: URL

    /// Opens an address, where the system has a way to; the address was printed as well.
    ///
    /// Nil where it has none.
    init?(opening address: String) {
        #if os(macOS)
            let program = "/usr/bin/open"
        #else
            let program = "/usr/bin/xdg-open"
        #endif
        guard FileManager.default.isExecutableFile(atPath: program) else { return nil }
        folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-studio-\(UUID().uuidString)")
        let page = folder.appending(path: "studio.html")
        let text =
            "<!DOCTYPE html><meta http-equiv=\"refresh\" content=\"0; url=\(address)\"><title>modelgen studio</title>\n"
        do {
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Data(text.utf8).write(to: page)
            let process = Process()
            process.executableURL = URL(filePath: program)
            process.arguments = [page.path(percentEncoded: false)]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
        } catch {
            close()
            return nil
        }
    }

    /// Takes away what led to the page.
    func close() { try? FileManager.default.removeItem(at: folder) }
}
