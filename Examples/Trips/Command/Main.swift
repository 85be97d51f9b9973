// The command 'apus' with the stage in Swift of the example's mappings.
import Apus
import ApusCommands
import TripsModel

@main
enum Main {
    static func main() {
        ApusCommand.main(code: TripsSchema.code)
    }
}
