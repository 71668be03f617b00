extension Array {
    /// Inserts an element where the model editor would put it, by its name.
    mutating func insert(_ element: Element, inOrder name: (Element) -> String) {
        insert(element, at: place(of: name(element), by: name))
    }

    /// The place before the first element with a name that comes after one; the editor sorts without regard to case.
    private func place(of name: String, by elementName: (Element) -> String) -> Int {
        firstIndex { elementName($0).lowercased() > name.lowercased() } ?? count
    }
}
