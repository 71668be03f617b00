/// The text of the templates in `Templates/`, which are part of the binary.
public enum BuiltInTemplates {
    /// The templates by name, without their extension.
    public static var all: [String: String] {
        [
            "collection": text(PackageResources.collection_stencil),
            "composite": text(PackageResources.composite_stencil),
            "constants": text(PackageResources.constants_stencil),
            "coredata-class": text(PackageResources.coredata_class_stencil),
            "coredata-model": text(PackageResources.coredata_model_stencil),
            "coredata-properties": text(PackageResources.coredata_properties_stencil),
            "entity": text(PackageResources.entity_stencil),
            "enumeration": text(PackageResources.enumeration_stencil),
            "fetch-requests": text(PackageResources.fetch_requests_stencil),
            "fetched-properties": text(PackageResources.fetched_properties_stencil),
            "header": text(PackageResources.header_stencil),
            "human": text(PackageResources.human_stencil),
            "initializer": text(PackageResources.initializer_stencil),
            "model": text(PackageResources.model_stencil),
            "uniqueness": text(PackageResources.uniqueness_stencil),
            "ordered": text(PackageResources.ordered_stencil),
            "snapshot": text(PackageResources.snapshot_stencil),
        ]
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
