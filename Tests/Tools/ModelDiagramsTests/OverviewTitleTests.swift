import Testing

@testable import ModelDiagrams

@Suite struct OverviewTitleTests {
    @Test("Names are divided into words")
    func namesAreCutIntoWords() {
        #expect(words(ofName: "WCPayCardURL") == ["WC", "Pay", "Card", "URL"])
        #expect(words(ofName: "user_name2") == ["user_", "name2"])
        #expect(words(ofName: "") == [])
    }

    @Test("Wide names are wrapped in overviews")
    func wideNamesAreWrappedInOverviews() {
        #expect(
            OverviewTitle(name: "ProductBundleItem", width: 200, height: 200).lines == ["Product", "Bundle", "Item"])
        #expect(OverviewTitle(name: "ProductItem", width: 400, height: 40).lines == ["ProductItem"])
        #expect(OverviewTitle(name: "", width: 150, height: 32).lines == [])
    }
}
