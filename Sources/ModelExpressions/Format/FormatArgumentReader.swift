/// Returns the arguments of a format from left to right.
struct FormatArgumentReader {
    private let arguments: [FormatArgument]
    private let surplus: SurplusArguments
    private var used = 0

    init(_ arguments: [FormatArgument], surplus: SurplusArguments) {
        self.arguments = arguments
        self.surplus = surplus
    }

    /// The next argument; nil when all are used.
    mutating func next() -> FormatArgument? {
        guard used < arguments.count else { return nil }
        used += 1
        return arguments[used - 1]
    }

    /// The number of arguments returned so far.
    var usedCount: Int { used }

    /// The number of unused arguments, if they are an error.
    var surplusCount: Int? { surplus == .areErrors && used < arguments.count ? arguments.count - used : nil }
}
