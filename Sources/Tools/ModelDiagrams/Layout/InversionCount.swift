/// The number of pairs in the wrong order. O(*n* log *n*), by merging.
func inversionCount(_ values: [Double]) -> Int {
    var values = values
    var merged = values
    var count = 0
    var width = 1
    while width < values.count {
        var start = 0
        while start < values.count {
            let (middle, end) = (min(start + width, values.count), min(start + 2 * width, values.count))
            var (left, right) = (start, middle)
            for position in start..<end {
                if left < middle, right >= end || values[left] <= values[right] {
                    merged[position] = values[left]
                    left += 1
                } else {
                    merged[position] = values[right]
                    count += middle - left
                    right += 1
                }
            }
            start = end
        }
        swap(&values, &merged)
        width *= 2
    }
    return count
}
