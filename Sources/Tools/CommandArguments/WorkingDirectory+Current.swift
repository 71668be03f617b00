import ModelCompiler
package import ModelDiagnostics

extension WorkingDirectory {
    /// The folder in which the program was started.
    package static var current: WorkingDirectory { WorkingDirectory(path: AbsolutePath.of(".")) }
}
