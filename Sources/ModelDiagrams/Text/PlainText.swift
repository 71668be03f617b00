/// A number with its noun: `1 entity`, `2 entities`.
func countText(_ count: Int, _ one: String, _ many: String) -> String {
    "\(count) \(count == 1 ? one : many)"
}
