/// A module of Apple's platforms that Linux doesn't have.
package struct AppleModule: Sendable, Hashable {
    /// The name of the module.
    var name: String
    /// The beginnings of names that come from it, each followed by an uppercase letter.
    var prefixes: [String] = []
    /// Whole names that come from it.
    var names: Set<String> = []

    /// Whether a module is only on Apple's platforms. Modules that this list doesn't have may be those of packages.
    static func isMissing(_ name: String) -> Bool { byName[name] != nil || missing.contains(name) }

    /// The known names of a module; nil if they are unknown.
    static func named(_ name: String) -> AppleModule? { byName[name] }

    private static let byName: [String: AppleModule] = Dictionary(
        uniqueKeysWithValues: [
            AppleModule(name: "UIKit", prefixes: ["UI"], names: ["NSDiffableDataSourceSnapshot"]),
            AppleModule(name: "AppKit", names: appKitNames), AppleModule(name: "Cocoa", names: appKitNames),
            AppleModule(
                name: "SwiftUI",
                names: [
                    "View", "App", "Scene", "State", "Binding", "ObservedObject", "StateObject", "EnvironmentObject",
                    "Environment", "FetchRequest", "SectionedFetchRequest", "FetchedResults", "Color", "Image",
                    "PreviewProvider", "ViewBuilder", "ViewModifier", "Published", "ObservableObject", "AppStorage",
                    "Animation", "withAnimation", "LocalizedStringKey", "EnvironmentKey", "EnvironmentValues",
                    "DynamicProperty", "Font", "Preview",
                ]),
            AppleModule(
                name: "Combine",
                names: [
                    "Published", "ObservableObject", "AnyCancellable", "Cancellable", "PassthroughSubject",
                    "CurrentValueSubject", "AnyPublisher", "Publisher", "Publishers", "Just", "Future", "Subscribers",
                    "Subscriber", "Subscription", "ObservableObjectPublisher", "Fail",
                ]),
            AppleModule(name: "os", prefixes: ["OS"], names: ["Logger", "os_log", "os_signpost", "OSLog"]),
            AppleModule(name: "OSLog", prefixes: ["OS"], names: ["Logger", "os_log", "os_signpost", "OSLog"]),
            AppleModule(name: "CloudKit", prefixes: ["CK"]),
            AppleModule(name: "CoreLocation", prefixes: ["CL"]),
            AppleModule(name: "MapKit", prefixes: ["MK", "CL"]),
            AppleModule(name: "WatchKit", prefixes: ["WK"]),
            AppleModule(name: "WebKit", prefixes: ["WK"]),
            AppleModule(name: "AVFoundation", prefixes: ["AV", "CM"]),
            AppleModule(name: "Photos", prefixes: ["PH"]),
            AppleModule(name: "Contacts", prefixes: ["CN"]),
            AppleModule(name: "EventKit", prefixes: ["EK"]),
            AppleModule(name: "HealthKit", prefixes: ["HK"]),
            AppleModule(name: "StoreKit", prefixes: ["SK"], names: ["Product", "Transaction"]),
            AppleModule(name: "UserNotifications", prefixes: ["UN"]),
            AppleModule(name: "CoreSpotlight", prefixes: ["CS"], names: ["NSCoreDataCoreSpotlightDelegate"]),
            AppleModule(name: "UniformTypeIdentifiers", prefixes: ["UT"]),
            AppleModule(name: "BackgroundTasks", prefixes: ["BG"]),
            AppleModule(name: "Intents", prefixes: ["IN"]),
            AppleModule(name: "LocalAuthentication", prefixes: ["LA"]),
            AppleModule(name: "WatchConnectivity", prefixes: ["WC"]),
            AppleModule(name: "MessageUI", prefixes: ["MF"]),
            AppleModule(name: "QuickLook", prefixes: ["QL"]),
            AppleModule(
                name: "CoreGraphics",
                names: ["CGImage", "CGColor", "CGContext", "CGPath", "CGDataProvider", "CGColorSpace"]),
            AppleModule(name: "CryptoKit", names: ["SHA256", "SHA512", "Insecure", "SymmetricKey", "AES", "HMAC"]),
        ].map { ($0.name, $0) })

    private static let appKitNames: Set<String> = [
        "NSApp", "NSApplication", "NSApplicationDelegate", "NSView", "NSViewController", "NSWindow",
        "NSColor", "NSImage", "NSFont", "NSTableView", "NSOutlineView", "NSCollectionView", "NSMenu",
        "NSMenuItem", "NSAlert",
        "NSDocument", "NSPersistentDocument", "NSPasteboard", "NSWorkspace", "NSArrayController",
        "NSTextField", "NSButton", "NSImageView", "NSDiffableDataSourceSnapshot", "NSBezierPath",
        "NSEvent", "NSScreen", "NSSavePanel", "NSOpenPanel",
    ]

    private static let missing: Set<String> = [
        "SwiftData", "WidgetKit", "AppIntents", "ActivityKit", "Accelerate", "CoreImage",
        "ImageIO", "QuartzCore", "Security", "SystemConfiguration", "CoreText", "CoreML", "Vision", "NaturalLanguage",
        "GameKit", "SpriteKit", "SceneKit", "ARKit", "RealityKit", "Metal", "Network", "CoreServices",
        "MobileCoreServices", "ClockKit", "CarPlay", "CallKit", "Social", "Accounts", "AdSupport", "iAd", "ObjectiveC",
        "Darwin", "CoreMotion", "CoreBluetooth", "MediaPlayer", "MultipeerConnectivity", "PDFKit",
        "Charts", "TipKit", "IOKit", "ServiceManagement", "CommonCrypto", "SafariServices", "AuthenticationServices",
        "PhotosUI", "ContactsUI", "EventKitUI", "IntentsUI", "DeviceCheck", "Speech", "JavaScriptCore",
    ]

    /// Whether a name comes from the module.
    func has(_ name: String) -> Bool {
        names.contains(name)
            || prefixes.contains { prefix in
                guard name.hasPrefix(prefix), let next = name.utf8.dropFirst(prefix.utf8.count).first else {
                    return false
                }
                return (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(next)
            }
    }
}
