import ArgumentParser
import StoreAccess

/// A command of the program, which reports an error in one line.
protocol StoreCommand: ParsableCommand {
    func perform() throws
}

extension StoreCommand {
    func run() throws { try reportingFailures(of: self, perform) }
}
