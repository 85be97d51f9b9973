// Sources/trips-migrate/Main.swift
import Apus
import ApusCommands

@main
enum Main {
    static func main() {
        ApusCommand.main(code: TripsSchema.code)
    }
}
