import FileAccess
import Foundation
import TestSupport
import Testing

/// The stamps of files.
struct FileStampTests {
    @Test("A file can have any time, also one that is centuries away", arguments: [13_569_465_600, -9_000_000_000])
    func distantTimes(seconds: Int) throws {
        let folder = try TemporaryFolder()
        let path = folder.url.appending(path: "file").path(percentEncoded: false)
        try Data("a".utf8).write(to: URL(filePath: path))
        let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        try #require(utimensat(AT_FDCWD, path, times, 0) == 0)
        #expect(try #require(FileStamp(path)).mayStayTheSame == false)
    }
}
