import ApusMigration
import ApusPictures
import ApusReports
import ArgumentParser

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Show the history of a model: its versions, newest first, and what each one changed.",
        discussion: """
            A line has the version, the numbers of what was added, changed and removed, and the verdict of the stage \
            that stores reach it by. Below it are the stage's mapping, and mappings that lead to it directly.

            EXAMPLES
              apus log                      the history
              apus log --graph              with direct mappings as lines beside it
              apus log --format markdown    with a graph that GitHub draws
              apus log --format html        a page with a graph
              apus log --format json
            """
    )

    @OptionGroup var options: ProjectOptions

    @Flag(name: .long, help: "Draw the history in front of the text.")
    var graph: Bool = false

    @Option(name: .long, help: "The output format: text, json, markdown or html.")
    var format: ReportFormat = .text

    @OptionGroup var globals: GlobalOptions

    func validate() throws {
        if graph, format != .text {
            throw ValidationError("--graph is for text: markdown and html have graphs of their own")
        }
    }

    func run() throws {
        let loaded = try options.load()
        let log: HistoryLog
        do throws(PlanningError) {
            log = try HistoryLog(loaded.planner)
        } catch {
            throw CommandFailure(error, locating: .none)
        }
        switch format {
        case .text:
            Pager.start()
            Console.print(log.text(hasGraph: graph))
        case .json: try Console.printJSON(LogRecord(log))
        case .markdown: Console.print(log.markdown)
        case .html: try PageOutput.show(HistoryPage(log).text, named: log.model)
        }
    }
}
