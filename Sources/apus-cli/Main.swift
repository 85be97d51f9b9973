import ApusCommands

@main
enum Main {
    static func main() {
        ApusCommand.main()
    }
}
