import CoreData
import Foundation
import TestSupport
import Testing

private let arguments = ProcessInfo.processInfo.arguments
private let isDebugged = arguments.contains("-com.apple.CoreData.SQLDebug")
/// Why a test is skipped in other processes.
private let reason: Comment = "it needs launch arguments; LaunchArgumentTests runs it with them"
private let isChecked = arguments.contains("-com.apple.CoreData.ConcurrencyDebug") && misuse == nil
/// How the program uses an object of a context of another queue.
private let misuse = arguments.firstIndex(of: "-misuse").map { arguments[$0 + 1] }

/// What `LaunchArgumentTests` runs in a process of its own, with launch arguments.
@MainActor
@Suite struct ProgramWithLaunchArguments {
    @Test("A program that saves and fetches", .enabled(if: isDebugged, reason))
    func statements() throws {
        let folder = try TemporaryFolder()
        let context = try Garage.context(at: folder.url.appending(path: "Garage.sqlite"))
        for plate in ["1", "2", "3"] { _ = context.makeCar(plate) }
        try context.save()
        let request = NSFetchRequest<GarageCar>(entityName: "Car")
        request.predicate = NSPredicate(format: "numberPlate != %@", "2")
        #expect(try Garage.context(at: folder.url.appending(path: "Garage.sqlite")).fetch(request).count == 2)
    }

    @Test("A program that uses a context of another queue", .enabled(if: isChecked, reason))
    func wrongQueue() throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = try Garage.context().persistentStoreCoordinator
        context.performAndWait { _ = context.makeCar("1") }
        try context.save()
    }

    /// Uses an object on its context's queue, and then as the test does.
    private func useObject(_ access: (GarageCar) throws -> Void) throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = try Garage.context().persistentStoreCoordinator
        let car = try context.performAndWait {
            let car = context.makeCar("1")
            car.owner = context.makePerson()
            try context.save()
            context.refresh(car, mergeChanges: false)
            car.maker = "Volvo"
            #expect(car.numberPlate == "1" && car.owner?.ownedCars == [car] && car.maker == "Volvo")
            context.rollback()
            return car
        }
        // Allowed everywhere.
        #expect(!car.objectID.isTemporaryID && car.managedObjectContext === context)
        FileHandle.standardError.write(Data("The object is used.\n".utf8))
        try access(car)
    }

    @Test("A program that reads an object of another queue", .enabled(if: misuse == "read", reason))
    func readOnWrongQueue() throws { try useObject { _ = $0.numberPlate } }

    @Test("A program that follows a relationship on another queue", .enabled(if: misuse == "follow", reason))
    func followOnWrongQueue() throws { try useObject { _ = $0.owner } }

    @Test("A program that changes an object of another queue", .enabled(if: misuse == "change", reason))
    func changeOnWrongQueue() throws { try useObject { $0.numberPlate = "2" } }

    @Test("A program that refreshes an object of another queue", .enabled(if: misuse == "refresh", reason))
    func refreshOnWrongQueue() throws { try useObject { $0.managedObjectContext?.refresh($0, mergeChanges: true) } }

    @Test("A program that uses objects on their queues", .enabled(if: misuse == "none", reason))
    func rightQueue() throws {
        try useObject { car in car.managedObjectContext?.performAndWait { car.maker = "Saab" } }
    }
}

@Suite struct LaunchArgumentTests {
    /// Runs the tests of a program with launch arguments, and returns its exit status and its standard error.
    private func run(_ launchArguments: [String]) throws -> (status: Int32, errors: [String]) {
        let process = Process()
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments =
            ["--testing-library", "swift-testing", "--filter", "ProgramWithLaunchArguments"] + launchArguments
        let (output, errors) = (Pipe(), Pipe())
        (process.standardOutput, process.standardError) = (output, errors)
        try process.run()
        // What is written is short, except for the reports of the test library.
        let reader = Thread { _ = output.fileHandleForReading.readDataToEndOfFile() }
        reader.start()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (process.terminationStatus, text.split(separator: "\n").map(String.init))
    }

    @Test("With SQLDebug, each statement is written with its time and its number of rows")
    func statements() throws {
        let (status, lines) = try run(["-com.apple.CoreData.SQLDebug", "1", "-com.apple.CoreData.Logging.stderr", "1"])
        #expect(status == 0)
        #expect(lines.contains { $0.hasPrefix("CoreData: sql: INSERT INTO ZCAR") })
        let fetch = try #require(
            lines.firstIndex { $0.hasPrefix("CoreData: sql: SELECT") && $0.contains("ZNUMBERPLATE") })
        #expect(lines[fetch + 1].hasPrefix("CoreData: annotation: sql connection fetch time: 0."))
        #expect(lines[fetch + 2].hasPrefix("CoreData: annotation: total fetch execution time: 0."))
        #expect(lines.contains { $0.hasSuffix("s for 2 rows.") })
        #expect(!lines.contains { $0.hasPrefix("CoreData: details:") } && !lines.contains { $0.contains("PRAGMA") })
    }

    @Test("With SQLDebug 3, statements have their values")
    func values() throws {
        let (_, lines) = try run(["-com.apple.CoreData.SQLDebug", "3"])
        #expect(lines.contains { $0.hasPrefix("CoreData: details: SQLite: ") && $0.contains("'2'") })
    }

    @Test("With Logging.stderr 0, nothing is written")
    func silence() throws {
        let (status, lines) = try run(["-com.apple.CoreData.SQLDebug", "1", "-com.apple.CoreData.Logging.stderr", "0"])
        #expect(status == 0 && !lines.contains { $0.hasPrefix("CoreData:") })
    }

    @Test("With ConcurrencyDebug, using a context on another queue ends the program")
    func concurrency() throws {
        let (status, lines) = try run(["-com.apple.CoreData.ConcurrencyDebug", "1"])
        #expect(status != 0)
        #expect(lines.contains { $0.contains("Multithreading_Violation_AllThatIsLeftToUsIsHonor") })
    }

    @Test(
        "With ConcurrencyDebug, using an object on another queue ends the program",
        arguments: ["read", "follow", "change", "refresh", "none"])
    func objects(_ use: String) throws {
        let (status, lines) = try run(["-com.apple.CoreData.ConcurrencyDebug", "1", "-misuse", use])
        #expect(lines.contains { $0.contains("The object is used.") })
        #expect((status == 0) == (use == "none"))
        #expect(
            lines.contains { $0.contains("Multithreading_Violation_AllThatIsLeftToUsIsHonor") } == (use != "none"))
        let (unchecked, _) = try run(["-misuse", use])
        #expect(unchecked == 0)
    }
}
