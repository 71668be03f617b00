package import CommandArguments
import ObjectGraph
import StoreMigration

extension CommandError {
    /// Creates a failure from an error that only commands about stores throw.
    package init(ofStores error: any Error) {
        switch error {
        case let error as FetchError:
            self.init([.unknownEntity, .unknownProperty].contains(error.code) ? .usage : .problems, "\(error)")
        case var error as StoreError:
            // The remedy of the library is for programs: commands that change a store cannot open it read-only.
            if error.code == .mirrored {
                error.message =
                    "CloudKit mirrors the store, but would miss what is saved here; change the store with its app, or "
                    + "change a copy, which is not mirrored, and which modelgen store convert creates"
            }
            let isUnreachable = Self.unreachable.contains(error.code)
            self.init(
                [.invalidConnectionString, .unsupported].contains(error.code)
                    ? .usage : isUnreachable ? .fileSystem : .problems, "\(error)")
        case let refusal as MigrationError:
            // Values of another type can be dropped, too, unless a mapping model is the obstacle.
            let losses = refusal.obstacles.filter { obstacle in
                obstacle.kind == .dataLoss
                    || obstacle.remedy.contains("'\(obstacle.elementName)' to the dropped elements")
            }.map { "--drop \($0.elementName)" }
            let hint = losses.isEmpty ? "" : "\nto drop these elements, add \(losses.joined(separator: " "))"
            self.init(.problems, "\(refusal)\(hint)")
        default: self.init(.problems, "\(error)")
        }
    }

    /// The codes of errors about the place of a store, not about its contents.
    private static let unreachable: Set<StoreError.Code> = [
        .fileSystem, .alreadyExists, .inUse, .readOnly, .outOfSpace, .connection, .connectionLost, .poolExhausted,
    ]
}
