import Apus
import ApusCommands
import ApusOwnStages

@main
enum Main {
    static func main() {
        ApusCommand.main(code: TripsSchema.code)
    }
}
