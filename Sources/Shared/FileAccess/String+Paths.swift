extension String {
    /// A path without the slashes at its end, such as those that shells and URLs write after the names of folders. The
    /// root keeps its slash.
    package var withoutSlashAtEnd: String {
        var path = self
        while path.hasSuffix("/"), path != "/" { path.removeLast() }
        return path
    }
}
