import FileAccess
import Foundation

extension URL {
    /// The path of a store's file, with links followed; the path of a link without a destination, which is refused when
    /// it is opened.
    ///
    /// SQLite puts the journal next to the file itself, wherever a link to it is, and large values are there, too. The
    /// path of the link would have neither.
    var databasePath: String {
        let path = path(percentEncoded: false)
        guard let destination = try? SymbolicLink.destination(of: path, toBe: "opened"),
            FileKind(ofEntryAt: destination) != nil
        else { return path }
        return destination
    }
}
