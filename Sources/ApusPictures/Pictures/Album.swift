package import ApusReports

/// Pictures of one model that are seen one after the other. A card has the same position in all of them.
package struct Album: Hashable, Sendable {
    /// A picture with its caption.
    package struct Frame: Hashable, Sendable {
        /// What is shown, for a slider: `3`, `3 → 4`, `head`.
        package var label: String
        /// The caption: `7 changes, mapped, 1 loss accepted`.
        package var summary: String
        /// The picture.
        package var picture: Picture
        /// The mapping's file as text, if the frame is a stage with one.
        package var mapping: String?
        /// The SQL, if the frame is a plan of a store.
        package var sql: [String]
        /// What a plan or a dry run says besides the picture.
        package var report: Sheet?

        /// Creates a frame.
        package init(_ label: String, _ summary: String, _ picture: Picture, mapping: String? = nil, sql: [String] = [])
        {
            self.label = label
            self.summary = summary
            self.picture = picture
            self.mapping = mapping
            self.sql = sql
        }
    }

    /// The model's name.
    package var model: String
    /// The title: `Trips: 1 → 4`.
    package var title: String
    /// The frames, oldest first; at least one. The frame of a whole difference stands before those of its stages.
    package var frames: [Frame]
    /// The index of the frame that is shown first.
    package var first: Int

    /// Creates an album.
    package init(model: String, title: String, frames: [Frame], first: Int = 0) {
        self.model = model
        self.title = title
        self.frames = frames
        self.first = first
    }
}
