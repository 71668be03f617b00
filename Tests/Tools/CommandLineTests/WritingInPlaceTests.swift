import Foundation
import TestSupport
import Testing

/// The commands that write files of the project: models, baselines, templates and generated code.
@Suite struct WritingInPlaceTests {
    private static let untidy = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model documentVersion="1.0" type="com.apple.IDECoreDataModeler.DataModel" userDefinedModelVersionIdentifier="">
          <entity syncable="YES" name="Hero"><attribute attributeType="String" name="a" optional="YES"/></entity>
        </model>

        """

    // MARK: - Models

    @Test("Formatting keeps symbolic links, permissions, and owners", arguments: Sandbox.users)
    func formattingKeepsLinksModesAndOwners(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        try sandbox.folder.write(Self.untidy, to: "shared")
        try sandbox.folder.write(Self.untidy, to: "B.xcdatamodel/contents")
        try sandbox.shell(
            """
            mkdir A.xcdatamodel && ln -s ../shared A.xcdatamodel/contents && chmod 666 shared
            chmod 777 B.xcdatamodel && chmod 646 B.xcdatamodel/contents
            [ $(id -u) != 0 ] || chown 1234:2345 shared B.xcdatamodel/contents
            """)
        let names = ["shared", "A.xcdatamodel/contents", "B.xcdatamodel/contents"]
        let before = try names.map(sandbox.appearance)
        let outcome = try sandbox.run(["format", "."])
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.split(separator: "\n").count { $0.hasPrefix("changed ") } == 2)
        #expect(try names.map(sandbox.appearance) == before)
        #expect(try sandbox.text("shared") != Self.untidy)
        #expect(try sandbox.text("shared") == sandbox.text("B.xcdatamodel/contents"))
        #expect(try sandbox.names(in: "B.xcdatamodel") == ["contents"])
    }

    @Test(
        "A model that cannot be written is not reported as changed",
        arguments: Sandbox.users.filter(\.obeysModes))
    func unwritableModel(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        try sandbox.folder.write(Self.untidy, to: "A.xcdatamodel/contents")
        try sandbox.shell("chmod 444 A.xcdatamodel/contents && chmod 777 A.xcdatamodel")
        let outcome = try sandbox.run(["format", "."])
        #expect(outcome.exitCode == 74)
        #expect(outcome.output == "")
        #expect(
            outcome.errors(in: sandbox.folder)
                == "modelgen: error: 'A.xcdatamodel/contents' cannot be written: permission denied\n")
        #expect(try sandbox.text("A.xcdatamodel/contents") == Self.untidy)
        try sandbox.shell("chmod 666 A.xcdatamodel/contents")
    }

    @Test(
        "A model on a full disk is left unchanged",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"), arguments: Sandbox.users)
    func aModelOnAFullDiskStaysAsItIs(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        try sandbox.makeFullDisk("disk", containing: Self.untidy, in: "contents")
        let outcome = try sandbox.run(["format", "disk/contents"])
        #expect(outcome.exitCode == 74)
        #expect(outcome.output == "")
        #expect(try sandbox.text("disk/contents") == Self.untidy)
    }

    @Test(
        "Pipes, devices, folders, and broken links are not read as models",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"), arguments: Sandbox.users)
    func whatIsNoModelIsNotRead(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        let reasons = [
            "pipe": "it is a pipe, not a file", "device": "it is a device, not a file", "folder": "it is a folder",
            "circle": "too many levels of symbolic links", "nowhere": "it is a broken link",
        ]
        try sandbox.shell(
            """
            mkdir pipe device folder circle nowhere && mkfifo pipe/contents && mkdir folder/contents
            mknod device/contents c 1 3 && ln -s contents circle/contents && ln -s none nowhere/contents
            for name in pipe device folder circle nowhere; do mv $name $name.xcdatamodel; done
            """)
        for (name, reason) in reasons {
            let contents = "\(name).xcdatamodel/contents"
            let before = try sandbox.appearance(contents)
            for command in [["dump"], ["validate"], ["format"], ["generate", "--output", "Out"]] {
                let outcome = try sandbox.run(command + ["\(name).xcdatamodel"])
                #expect(outcome.exitCode == 1)
                #expect(
                    outcome.errors(in: sandbox.folder)
                        == "/project/\(contents): error: cannot be read: \(reason) [file-unreadable]\n",
                    "\(command)")
            }
            #expect(try sandbox.appearance(contents) == before)
        }
    }

    // MARK: - Baselines and templates

    @Test(
        "A baseline is written through a symbolic link, and replaces no other file",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"), arguments: Sandbox.users)
    func baselines(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        let model = try sandbox.model()
        try sandbox.shell(
            "mknod null c 1 3; mkfifo pipe; ln -s nowhere link; echo '{' > own; chmod 666 null pipe own")
        let before = try ["null", "pipe", "link", "own"].map(sandbox.appearance)
        for name in ["null", "pipe", "own"] {
            #expect(try sandbox.run(["validate", model, "--write-baseline", name]).exitCode == 74)
        }
        #expect(try sandbox.run(["validate", model, "--write-baseline", "link"]).exitCode == 0)
        #expect(try sandbox.text("nowhere").hasPrefix("{"))
        #expect(try ["null", "pipe", "link", "own"].map(sandbox.appearance) == before)
        #expect(try sandbox.text("own") == "{\n")
    }

    @Test(
        "Ejected templates replace no pipes or devices",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"), arguments: Sandbox.users)
    func ejectedTemplatesReplaceNothing(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        try sandbox.shell(
            "mkdir T && chmod 777 T && mkfifo T/entity.stencil && mknod T/model.stencil c 1 3 && chmod 666 T/*")
        let before = try ["T/entity.stencil", "T/model.stencil"].map(sandbox.appearance)
        for name in ["entity", "model"] {
            #expect(try sandbox.run(["template", "eject", name, "--output", "T"]).exitCode == 74)
        }
        #expect(try sandbox.run(["template", "eject", "model", "--output", "T", "--force"]).exitCode == 0)
        #expect(try ["T/entity.stencil", "T/model.stencil"].map(sandbox.appearance) == before)
    }

    // MARK: - Configurations

    @Test(
        "A new configuration replaces nothing",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"), arguments: Sandbox.users)
    func aConfigurationReplacesNothing(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        _ = try sandbox.model()
        let name = "modelgen.yml"
        for line in [
            "mknod \(name) c 1 3", "mkfifo \(name)", "ln -s own \(name)", "ln -s nowhere \(name)",
            "ln -s \(name) \(name)", "mkdir \(name)", "echo mine > \(name)",
        ] {
            try sandbox.shell("echo mine > own; \(line); chmod 777 \(name) own 2> /dev/null || true")
            let before = try sandbox.appearance(name)
            let outcome = try sandbox.run(["init"])
            #expect(outcome.exitCode == 74, "\(line): \(outcome.errorOutput)")
            #expect(outcome.errorOutput == "modelgen: error: '\(name)' cannot be written: file exists\n", "\(line)")
            #expect(try sandbox.appearance(name) == before)
            #expect(try sandbox.text("own") == "mine\n")
            #expect(try sandbox.names() == ["Superheroes.xcdatamodeld", name, "own"])
            try sandbox.shell("rm -d \(name)")
        }
        try sandbox.shell("chmod 755 .")
        let outcome = try sandbox.run(["init"])
        #expect(outcome.exitCode == (user.obeysModes && user == .nobody ? 74 : 0))
        #expect(try sandbox.names().contains(name) == (user == .current))
    }

    @Test(
        "A configuration on a full disk is not left incomplete",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"), arguments: Sandbox.users)
    func aConfigurationOnAFullDiskIsNotLeftInPart(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        try sandbox.makeFullDisk("disk", containing: "mine", in: "file")
        let outcome = try sandbox.run(["init"], in: "disk")
        #expect(outcome.exitCode == 74)
        #expect(
            outcome.errorOutput == "modelgen: error: 'modelgen.yml' cannot be written: no space left on device\n")
        #expect(try sandbox.names(in: "disk") == ["file", "filler"])
    }

    // MARK: - Generated code

    @Test(
        "Generated files replace only generated files",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"), arguments: Sandbox.users)
    func generatedFilesReplaceOnlyGeneratedFiles(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        let model = try sandbox.model()
        #expect(try sandbox.run(["generate", model, "--output", "Out"]).exitCode == 0)
        let files = try sandbox.names(in: "Out")
        let file = "Out/Team+Generated.swift"
        for line in ["mknod \(file) c 1 3", "mkfifo \(file)", "ln -s ../own \(file)", "mkdir \(file)"] {
            try sandbox.shell("echo mine > own; rm \(file); \(line); chmod 777 \(file) 2> /dev/null || true")
            let before = try sandbox.appearance(file)
            for options in [[], ["--force"]] {
                let outcome = try sandbox.run(["generate", model, "--output", "Out"] + options)
                #expect(outcome.exitCode == 74, "\(line): \(outcome.errorOutput)")
            }
            #expect(try sandbox.appearance(file) == before)
            #expect(try sandbox.text("own") == "mine\n")
            try sandbox.shell("rm -d \(file); touch \(file)")
        }
        #expect(try sandbox.names(in: "Out") == files)
    }

    @Test("Generated files keep their permissions", arguments: Sandbox.users)
    func generatedFilesKeepTheirModes(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        let model = try sandbox.model()
        #expect(try sandbox.run(["generate", model, "--output", "Out"]).exitCode == 0)
        try sandbox.shell("chmod 640 Out/Team+Generated.swift; chmod 604 Out/.modelgen-manifest")
        let names = ["Out/Team+Generated.swift", "Out/.modelgen-manifest"]
        let before = try names.map(sandbox.appearance)
        #expect(try sandbox.run(["generate", model, "--output", "Out", "--access", "internal"]).exitCode == 0)
        #expect(try names.map(sandbox.appearance) == before)
        #expect(try !sandbox.text(names[0]).contains("public"))
    }

    @Test(
        "Generating on a full disk leaves all files unchanged",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"), arguments: Sandbox.users)
    func generatingOntoAFullDiskLeavesItAsItWas(_ user: Sandbox.User) throws {
        let sandbox = try Sandbox(user)
        let model = try sandbox.model()
        try sandbox.makeFullDisk("disk", containing: "mine", in: "file")
        let outcome = try sandbox.run(["generate", model, "--output", "disk"])
        #expect(outcome.exitCode == 74)
        let file = "disk/.modelgen-manifest"
        #expect(outcome.errorOutput == "modelgen: error: '\(file)' cannot be written: no space left on device\n")
        #expect(try sandbox.names(in: "disk") == ["file", "filler"])
        #expect(try sandbox.text("disk/file") == "mine")
    }

    @Test(
        "A model with two paths that no link explains is one model",
        .enabled(if: Sandbox.obstacle == nil, "\(Sandbox.absence)"))
    func modelsWithTwoPaths() throws {
        let sandbox = try Sandbox(.current)
        let model = try sandbox.model()
        try sandbox.shell("mkdir Models && mv \(model) Models")
        try sandbox.mount("Models", at: "Same")
        #expect(try sandbox.run(["generate", "Models/\(model)", "--output", "Out"]).exitCode == 0)
        let outcome = try sandbox.run(["generate", "Same/\(model)", "--output", "Out"])
        #expect(outcome.exitCode == 0 && outcome.errorOutput.isEmpty, "\(outcome.errorOutput)")
    }
}
