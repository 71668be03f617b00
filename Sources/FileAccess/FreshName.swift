/// A name that no one has, for bytes that are on their way to another name.
package enum FreshName {
    /// A path in the folder of another path. Hidden, short enough for every file system, and different each time, so that
    /// a file under it can be made exclusively, and no one can put a link there beforehand.
    package static func beside(_ path: String) -> String {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let number = String(UInt64.random(in: .min ... .max), radix: 36)
        return "\(folder).modelgen-\(number)"
    }
}
