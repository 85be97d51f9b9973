import Foundation
import GRDB
import Testing

@testable import ApusStore

@Suite struct SampleComparisonTests {
    @Test(arguments: [(0, 0), (1, 5), (1, 1_000_000), (Int64.min, .max), (-3, 400)])
    func bounds(first: Int64, last: Int64) {
        let bounds: [Int64] = SampleComparison.bounds(first, last)
        #expect(bounds.first == first && bounds.last == last)
        #expect(bounds == bounds.sorted() && Set(bounds).count == bounds.count)
        #expect(bounds.count <= 260)
    }

    @Test("a row whose values are in wrong columns is found, at either end and in between", arguments: [1, 40, 80])
    func found(row: Int) throws {
        try DatabaseQueue().write { db in
            try db.execute(
                sql: """
                    CREATE TABLE a (id INTEGER PRIMARY KEY, x, y, z); CREATE TABLE b (id INTEGER PRIMARY KEY, x, y, z);
                    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80)
                    INSERT INTO a SELECT i, i, 'y' || i, NULL FROM n;
                    INSERT INTO b SELECT id, x, y, 'computed' FROM a WHERE id <> 7;
                    """
            )
            let sample = SampleComparison(table: "a", draft: "b", identity: "id", columns: ["x", "y"])
            #expect(try sample.difference(db) == nil)
            try db.execute(sql: "UPDATE b SET x = y, y = x WHERE id = ?", arguments: [row])
            #expect(try sample.difference(db) == "row \(row) of 'a' would have different values")
            #expect(try SampleComparison(table: "a", draft: "b", identity: "id", columns: []).difference(db) == nil)
        }
    }
}
