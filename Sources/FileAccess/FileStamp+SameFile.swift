extension FileStamp {
    /// Whether two paths lead to the same regular file, through links, other spellings, or a second name of the file. Without
    /// a file, whether the paths are equal.
    package static func areSameFile(_ path: String, _ other: String) -> Bool {
        guard let first = FileStamp(path), let second = FileStamp(other) else { return path == other }
        return first.isFile && second.isFile && first.isSameFile(as: second)
    }
}
