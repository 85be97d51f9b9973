package import Foundation

extension Project {
    /// Returns the folder of the project around a folder, even if its `apus.yaml` is invalid.
    ///
    /// - Parameter directory: The folder in which the search starts. It continues in the folders above, up to the root.
    /// - Returns: The folder; `nil` if there is no `apus.yaml`.
    package static func folder(around directory: URL = .currentDirectory()) -> URL? {
        nearest(from: directory, Disk(base: .currentDirectory()))
    }
}
