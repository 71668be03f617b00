import Testing

@testable import ModelDiagrams

@Suite struct OverviewTitleTests {
    @Test func namesAreCutIntoWords() {
        #expect(words(ofName: "WCPayCardURL") == ["WC", "Pay", "Card", "URL"])
        #expect(words(ofName: "user_name2") == ["user_", "name2"])
        #expect(words(ofName: "") == [])
    }

    @Test func wideNamesAreWrappedInOverviews() {
        #expect(
            OverviewTitle(name: "ProductBundleItem", width: 200, height: 200).lines == ["Product", "Bundle", "Item"])
        #expect(OverviewTitle(name: "ProductItem", width: 400, height: 40).lines == ["ProductItem"])
        #expect(OverviewTitle(name: "", width: 150, height: 32).lines == [])
    }
}
