import ApusSchema
import Testing

@Suite struct DumpTests {
    private func dump(_ value: StoredValue) -> Dump {
        Dump(tables: ["T": [.id(3): ["c": value]]])
    }

    @Test func textIsComparedByItsBytes() {
        #expect(dump(.text("\u{E9}")) != dump(.text("e\u{301}")))
        #expect(dump(.text("a\u{0}b")) != dump(.text("a")))
        #expect(dump(.text("a\u{0}b")) == dump(.text("a\u{0}b")))
    }

    @Test func minusZeroIsZero() {
        #expect(dump(.real(-0.0)) == dump(.real(0)))
        #expect(dump(.real(0)) != dump(.integer(0)))
        #expect(dump(.real(0.1)) != dump(.real(0.1.nextUp)))
    }

    @Test func aDifferenceSaysWhere() {
        #expect(
            dump(.integer(1)).firstDifference(to: dump(.null))?.description
                == "table 'T', _id 3, column 'c': expected integer 1, got null"
        )
        #expect(
            dump(.text("e\u{301}")).firstDifference(to: dump(.text("a\u{0}b")))?.description
                == #"table 'T', _id 3, column 'c': expected text of 3 bytes: "e\xcc\x81", got text of 3 bytes: "a\x00b""#
        )
        #expect(
            Dump(tables: ["T": [.pair(1, 2): [:]]]).firstDifference(to: Dump(tables: ["T": [:]]))?.description
                == "table 'T', pair 1 → 2: expected a row, got no such row"
        )
        #expect(
            Dump(tables: ["T": [:]]).firstDifference(to: Dump())?.description
                == "table 'T': expected a table of 0 rows, got no such table"
        )
    }
}
