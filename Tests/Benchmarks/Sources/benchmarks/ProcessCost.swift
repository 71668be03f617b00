import Foundation

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// What one run of a program costs.
struct ProcessCost {
    /// Of the processor, for the program itself: other work on the machine and its disks does not count.
    var processorSeconds: Double
    /// Of the processor, for what the program asks of the system: mostly, making files.
    var systemSeconds: Double
    var memoryBytes: Int

    /// Runs a program, and throws away what it prints.
    init(running program: String, _ arguments: [String]) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
            posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_WRONLY, 0)
        }
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        defer { for word in words { free(word) } }
        words.append(nil)
        var process = pid_t()
        var status: Int32 = 0
        var usage = rusage()
        guard posix_spawn(&process, program, &actions, nil, words, environ) == 0,
            wait4(process, &status, 0, &usage) == process, status == 0
        else { throw CocoaError(.executableLoad, userInfo: [NSFilePathErrorKey: program]) }
        processorSeconds = Self.seconds(usage.ru_utime)
        systemSeconds = Self.seconds(usage.ru_stime)
        #if os(Linux)
            memoryBytes = usage.ru_maxrss * 1024
        #else
            memoryBytes = usage.ru_maxrss
        #endif
    }

    private static func seconds(_ time: timeval) -> Double {
        Double(time.tv_sec) + Double(time.tv_usec) / 1e6
    }
}
