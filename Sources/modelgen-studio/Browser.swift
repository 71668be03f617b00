import Foundation

/// The reader's browser.
enum Browser {
    /// Opens an address, where the system has a way to; the address was printed as well.
    static func open(_ address: String) {
        #if os(macOS)
            let program = "/usr/bin/open"
        #else
            let program = "/usr/bin/xdg-open"
        #endif
        guard FileManager.default.isExecutableFile(atPath: program) else { return }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = [address]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try? process.run()
    }
}
