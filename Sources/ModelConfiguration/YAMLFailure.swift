/// Why bytes are no YAML that is read.
struct YAMLFailure: Error, Hashable {
    enum Reason: Hashable {
        case syntax, limit
    }

    var reason: Reason
    var message: String
    var position: YAMLPosition
    var hint: String?
}
