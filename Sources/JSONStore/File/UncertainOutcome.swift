/// Something failed that could be neither completed nor taken back: a crash of the machine decides whether it has happened.
struct UncertainOutcome: Error, CustomStringConvertible {
    var reason: any Error

    var description: String { "\(reason)" }
}
