extension LinkChange {
    /// Applies the change to the numbers of destinations as far as possible: removes existing ones, and inserts missing
    /// ones, at the end if their position does not exist.
    ///
    /// - Returns: Whether it fits.
    func applyAsFarAsItFits(to numbers: inout [Int64], isOrdered: Bool) -> Bool {
        let count = numbers.count
        let gone = Set(removed)
        numbers.removeAll { gone.contains($0) }
        var fits = count - numbers.count == removed.count && places.count == (isOrdered ? added.count : 0)
        var known = Set(numbers)
        for (index, number) in added.enumerated() {
            guard known.insert(number).inserted else {
                fits = false
                continue
            }
            guard isOrdered, places.indices.contains(index), numbers.indices.contains(places[index]) else {
                // The position after the last one is valid too.
                fits = fits && (!isOrdered || places.indices.contains(index) && places[index] == numbers.count)
                numbers.append(number)
                continue
            }
            numbers.insert(number, at: places[index])
        }
        return fits
    }
}
