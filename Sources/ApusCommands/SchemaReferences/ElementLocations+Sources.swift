import ApusPictures
import Foundation

extension ElementLocations {
    /// What pictures show of the files: where elements are declared, and the mappings as they are written.
    var sources: Album.Sources {
        Album.Sources(
            locating: { point, path in location(point, path) },
            mapping: { file in try? String(contentsOfFile: file, encoding: .utf8) }
        )
    }
}
