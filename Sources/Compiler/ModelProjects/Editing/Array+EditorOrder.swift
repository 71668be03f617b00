extension Array {
    /// Inserts an element in the order of the model editor, by its name.
    mutating func insert(_ element: Element, inOrder name: (Element) -> String) {
        insert(element, at: place(of: name(element), by: name))
    }

    /// The place before the first element whose name sorts after a name. The editor ignores case.
    private func place(of name: String, by elementName: (Element) -> String) -> Int {
        firstIndex { elementName($0).lowercased() > name.lowercased() } ?? count
    }
}
