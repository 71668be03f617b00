import SwiftNames

/// What only people can change.
enum RemainingRule: PortingRule {
    static func constructs(in file: Int, of project: PortedProject) -> [PortedConstruct] {
        let source = project.files[file].source
        return source.tokens.indices.compactMap { index in
            guard source.isActive[index], !source.isInDirective[index] else { return nil }
            switch source.tokens[index].kind {
            case .identifier: return construct(atWord: index, source)
            case .text: return construct(atText: index, source)
            default: return nil
            }
        }
    }

    private static func construct(atWord index: Int, _ source: SwiftSource) -> PortedConstruct? {
        func found(_ kind: PortedConstruct.Kind, _ message: String, _ hint: String) -> PortedConstruct {
            PortedConstruct(kind, at: source.tokens[index].range.lowerBound, in: source, message, hint: hint)
        }
        let observing = "observing keys requires the Objective-C runtime"
        switch source.text(index) {
        case "_kvcKeyPathString":
            return found(
                .keyPath, "key paths have no strings without the Objective-C runtime",
                "write the string, or read values with [keyPath:]")
        case "observe" where source.isMark(index + 1, "(") && source.isMark(index + 2, "\\"):
            return found(.keyPath, observing, "use the notifications of the context, or a results controller")
        case "observeValue" where source.isWord(index + 2, "forKeyPath"),
            "addObserver" where hasLabel("forKeyPath", inCallAt: index, source):
            return found(.keyPath, observing, "use the notifications of the context, or a results controller")
        case let name where name.hasPrefix("NSPersistentCloudKitContainer"):
            return found(
                .appleFramework, "CloudKit exists only on Apple's platforms",
                "use NSPersistentContainer, or put the code in #if canImport(CloudKit)")
        case "NSDiffableDataSourceSnapshot":
            return found(
                .appleFramework, "'NSDiffableDataSourceSnapshot' belongs to UIKit and AppKit",
                "use the members of NSDiffableDataSourceSnapshotReference, or put the code in #if canImport(UIKit)")
        case "NSFetchedResultsController" where isCast(to: index, source):
            return found(
                .requestCast, "a results controller can't be cast to one of another type",
                "compare it by === with the property that has the controller, and use the property")
        default: return nil
        }
    }

    /// Whether a generic type is that of a cast, with a class of results.
    private static func isCast(to index: Int, _ source: SwiftSource) -> Bool {
        guard source.isMark(index + 1, "<"), index > 1, source.isMark(index - 1, "!") || source.isMark(index - 1, "?"),
            source.isWord(index - 2, "as")
        else { return false }
        let type = source.isWord(index + 2, "any") ? index + 3 : index + 2
        return !source.isWord(type, "NSFetchRequestResult")
    }

    private static func hasLabel(_ label: String, inCallAt index: Int, _ source: SwiftSource) -> Bool {
        guard source.isMark(index + 1, "("), let close = source.partners[index + 1] else { return false }
        var argument = index + 2
        while argument < close {
            if source.isWord(argument, label), source.isMark(argument + 1, ":") { return true }
            if let partner = source.partners[argument], partner > argument { argument = partner }
            argument += 1
        }
        return false
    }

    private static func construct(atText index: Int, _ source: SwiftSource) -> PortedConstruct? {
        guard ["momd", "mom"].contains(source.text(index)), index > 1, source.tokens[index - 1].kind == .quote,
            source.isMark(index - 2, ":"), ["withExtension", "ofType"].contains(source.text(max(0, index - 3)))
        else { return nil }
        return PortedConstruct(
            .bundledModel, at: source.tokens[index].range.lowerBound, in: source,
            "bundles contain no compiled model unless the target uses the plugin CompileModels",
            hint: "create the container with its name alone, or use the plugin and Bundle.module")
    }
}
