import ApusMigration
import ApusPictures
import ApusSchema
import ArgumentParser

struct ShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Draw a schema: its entities with their properties, and how they are related.",
        discussion: """
            The page (html) needs no network: search, zoom, focus on an entity and its neighbours, and the same facts as \
            tables. 'apus diff --format html' draws what changes between two schemas.

            On a terminal, a page is written to a file in the folder for temporary files, whose path is printed; \
            elsewhere, the result goes to standard output.

            EXAMPLES
              apus show                              the head, as a page
              apus show --open                       the same, in a browser
              apus show 3 --output trips.svg         version 3, as a drawing
              apus show --history --output trips.html   all versions, with a slider
              apus show --entity Trip --format mermaid  an entity and its neighbours
              apus show app.sqlite --format dot | dot -Tpdf > app.pdf
            """
    )

    @OptionGroup var options: ProjectOptions

    @Argument(
        help: "The schema: a version, 'head', a file, a git revision or a store; the head by default.",
        completion: Completions.schemas
    )
    var schema: String?

    @Flag(name: .long, help: "Draw all versions, with what changes from each to the next.")
    var history: Bool = false

    @Option(
        name: .long,
        help: "The output format: html, svg, mermaid, dot or dbml; by default the output's extension, else html."
    )
    var format: PictureFormat?

    @Option(
        name: .long,
        help: "Draw only an entity, an enum or a composite, with its neighbours; can be repeated.",
        completion: Completions.entities
    )
    var entity: [String] = []

    @OptionGroup var picture: PictureOptions

    @OptionGroup var globals: GlobalOptions

    private var chosenFormat: PictureFormat { format ?? picture.format ?? .html }

    func validate() throws {
        if history, schema != nil { throw ValidationError("--history draws all versions: leave out the schema") }
        if history, chosenFormat != .html {
            throw ValidationError("--history is for html: the other formats draw one version")
        }
        try picture.validate(format)
    }

    func run() throws {
        let album = try album().selecting(entity, for: "apus show --format mermaid")
        let format = chosenFormat
        let text = Console.timed("drew \(album.frames.count == 1 ? "a picture" : "\(album.frames.count) pictures")") {
            format.text(of: album)
        }
        try picture.write(text, as: format, of: album.model)
    }

    private func album() throws -> Album {
        if history {
            let loaded = try options.load()
            let stages: [Stage]
            do throws(PlanningError) {
                stages = try loaded.planner.stages()
            } catch {
                throw CommandFailure(error, locating: .none)
            }
            if let album = Album(history: stages, .init(loaded.locations, loaded)) { return album }
        }
        let pair = try SchemaPair(schema ?? "head", schema ?? "head", options: options)
        return Album(pair.newer.schema, at: pair.newer.point, .init(pair.locations, pair.loaded))
    }
}
