import Foundation
import ObjectGraph
import Synchronization

/// The modules of a program's classes, by the names of the classes.
///
/// A model that is created in code, or read from a file, often names a class without its module, as an app's models do.
/// Swift finds a class only with its module, which can be any library or test bundle of the program. The files of the
/// program list its classes.
enum ClassDirectory {
    /// Returns the class of managed objects with a name.
    ///
    /// - Parameter name: `Module.Class`, `Class`, or `.Class`.
    /// - Returns: Nil if there is none. Of several modules' classes, that of the program's own module has precedence,
    ///   and then that of a module with a generated model.
    static func managedObjectClass(named name: String) -> NSManagedObject.Type? {
        let plain = name.hasPrefix(".") ? String(name.dropFirst()) : name
        let program = ProcessInfo.processInfo.processName
        if let found = find([plain, "\(program).\(plain)"]) { return found }
        if plain.contains(".") { return nil }
        let known = GeneratedModels.modules
        let modules = modulesByClass[plain, default: []].sorted { first, second in
            (known.contains(first) ? 0 : 1, first) < (known.contains(second) ? 0 : 1, second)
        }
        return find(modules.map { "\($0).\(plain)" })
    }

    private static func find(_ names: [String]) -> NSManagedObject.Type? {
        names.lazy.compactMap { anyClass(named: $0) as? NSManagedObject.Type }.first
    }

    /// Returns the class with a name, with or without a module, which a model or a store has specified.
    ///
    /// Foundation off Apple's platforms logs the names of nested classes, and treats percent signs in them as format
    /// specifiers, for which there are no values.
    static func anyClass(named name: String) -> AnyClass? {
        guard name.utf8.count(where: { $0 == UInt8(ascii: ".") }) <= 1, !name.utf8.contains(UInt8(ascii: "%")) else {
            return nil
        }
        return NSClassFromString(name)
    }

    /// The modules that declare a class on their top level, by its name.
    private static let modulesByClass: [String: Set<String>] = {
        var modules: [String: Set<String>] = [:]
        for path in loadedFiles {
            guard let bytes = try? Data(contentsOf: URL(filePath: path), options: .alwaysMapped) else { continue }
            for declared in ClassList(of: bytes).classes { modules[declared.name, default: []].insert(declared.module) }
        }
        return modules
    }()

    /// The files of the program and its libraries.
    private static var loadedFiles: Set<String> {
        guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8) else { return [] }
        return Set(
            maps.split(separator: "\n").compactMap { line in
                guard line.contains(" r-x"), let path = line.firstIndex(of: "/") else { return nil }
                return String(line[path...])
            })
    }

    private static let reported = Mutex<Set<String>>([])

    /// Writes the names of classes that are not found to the standard error, each only once.
    static func report(missing classes: [(entity: String, name: String)]) {
        let new = classes.filter { missing in reported.withLock { $0.insert(missing.name).inserted } }
        guard !new.isEmpty else { return }
        let list = new.map { "'\($0.name)' of the entity '\($0.entity)'" }.joined(separator: ", ")
        LaunchArguments.report(
            warning: "the program has no class \(list); its objects are of the class NSManagedObject, so link the "
                + "module of the class, or set managedObjectClassName to NSStringFromClass(_:)")
    }
}
