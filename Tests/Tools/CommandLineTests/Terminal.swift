import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A terminal without a window, which programs write to.
final class Terminal {
    /// What programs get.
    let handle: FileHandle
    private let own: Int32
    private var text = ""

    /// Nil where the machine has no terminals to give.
    init?(columnCount: Int) {
        #if os(Linux)
            // Swift does not see the functions of the C library for this.
            own = open("/dev/ptmx", O_RDWR | O_NOCTTY)
            let (unlock, number) = (UInt(0x4004_5431), UInt(0x8004_5430))
            var (isLocked, place): (Int32, Int32) = (0, 0)
            guard own >= 0, ioctl(own, unlock, &isLocked) == 0, ioctl(own, number, &place) == 0 else { return nil }
            let name = "/dev/pts/\(place)"
        #else
            own = posix_openpt(O_RDWR | O_NOCTTY)
            guard own >= 0, grantpt(own) == 0, unlockpt(own) == 0, let name = ptsname(own) else { return nil }
        #endif
        let other = open(name, O_RDWR | O_NOCTTY)
        guard other >= 0 else { return nil }
        var size = winsize(ws_row: 24, ws_col: UInt16(columnCount), ws_xpixel: 0, ws_ypixel: 0)
        guard ioctl(other, UInt(TIOCSWINSZ), &size) == 0 else { return nil }
        handle = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    }

    deinit { close(own) }

    /// Reads until a text is there.
    ///
    /// - Returns: Everything until now; nil if the text has not come within a minute.
    func text(to end: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let deadline = ContinuousClock.now + .seconds(60)
        while !text.contains(end) {
            var waiting = pollfd(fd: own, events: Int16(POLLIN), revents: 0)
            guard ContinuousClock.now < deadline, poll(&waiting, 1, 60_000) > 0 else { return nil }
            let count = read(own, &bytes, bytes.count)
            guard count > 0 else { return nil }
            text += String(decoding: bytes[..<count], as: UTF8.self).replacing("\r\n", with: "\n")
        }
        return text
    }
}
