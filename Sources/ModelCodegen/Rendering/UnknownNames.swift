/// The names that templates asked for and no context has.
final class UnknownNames {
    private(set) var names: Set<String> = []

    func insert(_ name: String) {
        names.insert(name)
    }
}
