public import Foundation

extension FileHandle {
    /// Waits for bytes and returns what is there; empty at the end.
    ///
    /// Foundation's own call ends the process when a signal interrupts it, and the end of any child is a signal.
    public func readAvailable() -> Data {
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = bytes.withUnsafeMutableBytes { systemRead(fileDescriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return Data(bytes[..<count]) }
            guard errno == EINTR else { return Data() }
        }
    }

    /// Returns everything up to the end.
    public func readRest() -> Data {
        var rest = Data()
        while true {
            let more = readAvailable()
            if more.isEmpty { return rest }
            rest += more
        }
    }
}

// Inside the extension, the bare name would mean the method.
private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, bytes, count)
}
