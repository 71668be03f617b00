/// The words of a name in camel case or snake case, each with the separator that follows it: `URL`, `Session_`, `task`.
func words(ofName name: String) -> [String] {
    let characters = Array(name)
    var words: [String] = []
    for (index, character) in characters.enumerated() {
        let previous = index > 0 ? characters[index - 1] : nil
        let next = index + 1 < characters.count ? characters[index + 1] : nil
        let startsWord =
            previous.map { previous in
                previous == "_" || character.isUppercase && (!previous.isUppercase || next?.isLowercase == true)
            } ?? true
        if startsWord { words.append(String(character)) } else { words[words.count - 1].append(character) }
    }
    return words
}
