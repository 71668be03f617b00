import ModelSchema
import Testing

@Suite struct AttributeEnumerationTests {
    private func attribute(
        _ type: AttributeType, _ cases: String?, unknown: String? = nil, defaultValue: String? = nil
    ) -> Attribute {
        var userInfo: UserInfo = ["modelgen.enum": "Kind"]
        if let cases { userInfo.entries.append(UserInfo.Entry(key: "modelgen.enum.cases", value: cases)) }
        if let unknown { userInfo.entries.append(UserInfo.Entry(key: "modelgen.enum.unknown", value: unknown)) }
        return Attribute(name: "kind", type: type, defaultValueString: defaultValue, userInfo: userInfo)
    }

    private func cases(_ type: AttributeType, _ list: String) throws -> [String] {
        let enumeration = try #require(attribute(type, list).enumeration)
        return try #require(enumeration.cases).map { item in
            switch item.rawValue {
            case .integer(let number): "\(item.name)=\(number)"
            case .string(let text): "\(item.name)=\(text)"
            }
        }
    }

    @Test("Integer cases without a value continue from the previous one")
    func casesOfIntegersCountUpFromTheLastValue() throws {
        #expect(try cases(.integer32, "marvel = 0, dc = 1") == ["marvel=0", "dc=1"])
        #expect(try cases(.integer16, "a,b , c=10,d") == ["a=0", "b=1", "c=10", "d=11"])
        #expect(try cases(.integer64, "low = -3, next") == ["low=-3", "next=-2"])
    }

    @Test("String cases have their names or the given values")
    func stringCases() throws {
        #expect(
            try cases(.string, "draft, live = LIVE, old = \"very old\"") == [
                "draft=draft", "live=LIVE", "old=very old",
            ])
        #expect(try cases(.string, "quote = \"a, b\", rest") == ["quote=a, b", "rest=rest"])
        #expect(try cases(.string, "pipe = 5\" wide, rest") == ["pipe=5\" wide", "rest=rest"])
    }

    @Test("An enum without cases is handwritten")
    func withoutCasesTheEnumIsWrittenByHand() {
        let enumeration = attribute(.integer32, nil).enumeration
        #expect(enumeration?.typeName == "Kind")
        #expect(enumeration?.cases == nil)
    }

    @Test(
        "Invalid cases are listed as unreadable",
        arguments: [
            (AttributeType.integer16, "big = 40000", ["big = 40000"]), (.integer32, "a = x, b", ["a = x"]),
            (.integer32, "a,,b", [""]), (.integer64, "a = 9223372036854775807, b", ["b"]), (.string, "a, = b", ["= b"]),
        ])
    func whatCannotBeReadIsKeptAside(type: AttributeType, list: String, unreadable: [String]) {
        #expect(attribute(type, list).enumeration?.unreadableCases == unreadable)
    }

    @Test("The policy for unknown values is read")
    func theDefaultPolicyIsReadAsWritten() {
        #expect(attribute(.integer32, "a", unknown: "default").enumeration?.unknownValuePolicy == .asDefault)
        let unknown = attribute(.integer32, "a", unknown: "crash").enumeration
        #expect(unknown?.unknownValuePolicy == nil)
        #expect(unknown?.unknownValueText == "crash")
    }
}
