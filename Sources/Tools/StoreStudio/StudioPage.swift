import CStudioPage
package import Foundation
import ModelDiagrams
import ModelSchema

/// The files of the page.
package enum StudioPage {
    /// A file for browsers.
    package struct File: Sendable {
        package var name: String
        package var contents: Data

        /// The media type for browsers.
        package var mediaType: String {
            switch name.split(separator: ".").last {
            case "html": "text/html; charset=utf-8"
            case "css": "text/css; charset=utf-8"
            default: "text/javascript; charset=utf-8"
            }
        }

        var text: String { String(decoding: contents, as: UTF8.self) }
    }

    /// The document, the style sheets, and the modules, each after those that it imports.
    package static let files: [File] = {
        let own = UnsafeBufferPointer(start: studio_files, count: studio_file_count).map { file in
            File(name: String(cString: file.name), contents: Data(bytes: file.text, count: file.length))
        }
        return [File(name: "diagram.css", contents: Data(ModelDrawingParts.styleSheet.utf8))] + own
    }()

    /// The hashes of the inline style and the inline script of the model's page,
    /// which a content security policy must allow.
    ///
    /// The frame of that page inherits the policy of the page around it.
    package static let frameHashes = (
        style: policyHash(of: ModelPageParts.style), script: policyHash(of: ModelPageParts.script)
    )

    /// The hash by which a content security policy allows an inline style or script.
    static func policyHash(of text: String) -> String {
        "'sha256-\(Data(SHA256.hash(of: Array(text.utf8))).base64EncodedString())'"
    }

    static func text(of name: String) -> String { files.first { $0.name == name }?.text ?? "" }

    /// The modules in the order of their imports.
    static var modules: [File] { files.filter { $0.name.hasSuffix(".js") } }
}
