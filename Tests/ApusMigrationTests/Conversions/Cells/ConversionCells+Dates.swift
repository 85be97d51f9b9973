extension ConversionCells {
    /// Dates and their counts.
    static let dates: String = #"""
        date int32 secondsSince1970:
          0.0 = 978307200 | 0.9 = 978307200 | -978307200.1 = -1 | 1169176447.0 = 2147483647
          1169176448.0 ! is outside -2147483648...2147483647 | -3125790848.0 = -2147483648
          -3125790848.5 ! is outside -2147483648...2147483647
        date int64 secondsSince1970:
          799286400.999 = 1777593600 | -0.1 = 978307199 | 1e+18 = 1000000000978307200
          1e+19 ! is outside -9223372036854775808...9223372036854775807
          1e+300 ! is outside -9223372036854775808...9223372036854775807 | 9.2e+18 = 9200000000978307200
        date decimal secondsSince1970:
          799286400.123 = "1777593600.123" | -0.1 = "978307199.9" | 1e-09 = "978307200.000000001"
          1e+20 = "100000000000978307200" | 5e-324 ! cannot be held exactly as decimal
          1e+300 ! cannot be held exactly as decimal
        date double secondsSince1970:
          799286400.123 = 1777593600.123 | -978307200.0 = 0.0 | -978307199.9 = 0.1 | 1e+300 = 1e+300
        int32 date secondsSince1970:
          0 = -978307200.0 | -2147483648 = -3125790848.0 | 2147483647 = 1169176447.0
        int64 date secondsSince1970:
          1777593600 = 799286400.0 | 9007200233048192 = 9007199254740992.0
          9007200233048193 ! cannot be held exactly as date | 9223372036854775807 ! cannot be held exactly as date
        decimal date secondsSince1970:
          "1777593600.123" = 799286400.123 | "0.1" = -978307199.9
          "1777593600.123456789123" ! cannot be held exactly as date
          "100000000000000000000" ! cannot be held exactly as date
          "10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000" ! cannot be held exactly as date
        double date secondsSince1970:
          1777593600.123 = 799286400.123 | 0.1 = -978307199.9 | 1e+300 = 1e+300 | inf ! is infinite
        date int64 millisecondsSince1970:
          799286400.123 = 1777593600123 | 799286400.1239 = 1777593600123 | -978307200.0005 = -1
          1e+16 ! is outside -9223372036854775808...9223372036854775807 | -0.0 = 978307200000
        date decimal millisecondsSince1970:
          799286400.123 = "1777593600123" | -978307200.0005 = "-0.5" | 1e+300 ! cannot be held exactly as decimal
        date double millisecondsSince1970:
          799286400.123 = 1777593600123.0 | 1e+300 = 1e+303 | 1e+306 ! is too large for double | -978307199.9999 = 0.1
        int64 date millisecondsSince1970:
          1777593600123 = 799286400.123 | -1 = -978307200.001 | 9223372036854775807 ! cannot be held exactly as date
          9007199254740993 ! cannot be held exactly as date
        decimal date millisecondsSince1970:
          "1777593600123.5" = 799286400.1235 | "0.001" = -978307199.999999
          "1777593600123.12345678912345" ! cannot be held exactly as date
        double date millisecondsSince1970:
          1777593600123.0 = 799286400.123 | -inf ! is infinite | 1.7976931348623157e+308 = 1.7976931348623156e+305
        date int32 secondsSince2001:
          0.5 = 0 | -0.5 = -1 | 2147483647.5 = 2147483647 | 2147483648.0 ! is outside -2147483648...2147483647
        date int64 secondsSince2001:
          -0.5 = -1 | 9.223372036854775e+18 = 9223372036854774784
          9.3e+18 ! is outside -9223372036854775808...9223372036854775807
        date decimal secondsSince2001:
          0.1 = "0.1" | -0.0 = "0" | 1.152921504606847e+18 = "1152921504606846976"
          1e-200 ! cannot be held exactly as decimal
        date double secondsSince2001:
          0.1 = 0.1 | -0.0 = -0.0 | 1e+300 = 1e+300
        int32 date secondsSince2001:
          -1 = -1.0 | 2147483647 = 2147483647.0
        int64 date secondsSince2001:
          9007199254740992 = 9007199254740992.0 | 9007199254740993 ! cannot be held exactly as date
          1152921504606846976 = 1.152921504606847e+18
        decimal date secondsSince2001:
          "0.1" = 0.1 | "-0.5" = -0.5 | "0.10000000000000000000001" ! cannot be held exactly as date
        double date secondsSince2001:
          0.1 = 0.1 | -0.0 = 0.0 | -inf ! is infinite
        """#
}
