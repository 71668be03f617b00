import ArgumentParser
import FileAccess
import JSONStore
import ModelCompiler
import ModelDiagnostics
import SQLiteStore
import TerminalOutput

/// An error that ends the program, with its exit code: 1 for what is in files, 64 for wrong usage, 74 for the file system.
struct StoreFailure: Error {
    var exitCode: Int32
    var message: String

    init(exitCode: Int32, _ message: String) {
        self.exitCode = exitCode
        self.message = message
    }
}

/// Does a command's work, and says in one line what went wrong.
func reportingFailures(_ work: () throws -> Void) throws {
    do {
        try work()
    } catch let error as ExitCode {
        throw error
    } catch let error as StoreFailure {
        StandardError.write("modelgen: error: \(error.message)\n")
        throw ExitCode(error.exitCode)
    } catch var error as FileFailure {
        error.path = WorkingFolder(path: AbsolutePath.of(".")).shortened(error.path)
        StandardError.write("modelgen: error: \(error)\n")
        throw ExitCode(74)
    } catch var error as FileProblem {
        error.path = WorkingFolder(path: AbsolutePath.of(".")).shortened(error.path)
        StandardError.write("modelgen: error: \(error)\n")
        throw ExitCode(74)
    } catch let error as SeveralModels {
        StandardError.write("modelgen: error: \(error)\n")
        throw ExitCode(64)
    } catch let error as JSONStoreError {
        StandardError.write("modelgen: error: \(error)\n")
        throw ExitCode(error.code == .fileSystem || error.code == .inUse ? 74 : 1)
    } catch let error as SQLiteStoreError {
        StandardError.write("modelgen: error: \(error)\n")
        let isOfFileSystem = [.fileSystem, .inUse, .readOnly, .full].contains(error.code)
        throw ExitCode(isOfFileSystem ? 74 : 1)
    } catch {
        StandardError.write("modelgen: error: \(error)\n")
        throw ExitCode(1)
    }
}

extension String {
    /// Writes the text to a file, or to standard output where there is none.
    func write(toFileOrOutput path: String?) throws {
        do throws(FileFailure) {
            guard let path else { return try FileWriter.writeToStandardOutput(Array(utf8)) }
            try FileWriter.write(Array(utf8), to: path)
        } catch {
            throw StoreFailure(exitCode: 74, error.description)
        }
    }
}
