extension LinkChange {
    /// Makes the change good on the numbers of destinations as far as it fits: takes out what is there, puts in what is
    /// not, and what has no such place at the end.
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
                // One behind the last is a place too.
                fits = fits && (!isOrdered || places.indices.contains(index) && places[index] == numbers.count)
                numbers.append(number)
                continue
            }
            numbers.insert(number, at: places[index])
        }
        return fits
    }
}
