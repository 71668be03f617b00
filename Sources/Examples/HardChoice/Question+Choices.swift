extension Question {
    /// The choices by name. A to-many has no order of its own.
    var sortedChoices: [Choice] {
        choices.sorted { ($0.name ?? "") < ($1.name ?? "") }
    }
}
