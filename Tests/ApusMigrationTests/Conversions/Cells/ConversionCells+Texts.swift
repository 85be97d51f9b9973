extension ConversionCells {
    /// Texts, bytes, and what is written in them.
    static let texts: String = #"""
        int16 string exact:
          -32768 = "-32768" | 0 = "0"
        int32 string exact:
          -2147483648 = "-2147483648" | 7 = "7"
        int64 string exact:
          -9223372036854775808 = "-9223372036854775808" | 9223372036854775807 = "9223372036854775807"
        decimal string exact:
          "-12.5" = "-12.5" | "0" = "0"
          "99999999999999999999999999999999999999" = "99999999999999999999999999999999999999"
        double string exact:
          1.0 = "1.0" | 0.1 = "0.1" | -0.0 = "0.0" | 1e+16 = "1e+16" | 1e+23 = "1e+23" | 5e-324 = "5e-324"
          1.7976931348623157e+308 = "1.7976931348623157e+308" | inf = "inf" | -inf = "-inf"
        float string exact:
          0.10000000149011612 = "0.1" | 1.0 = "1.0" | -0.0 = "0.0" | 3.4028234663852886e+38 = "3.4028235e+38"
          -inf = "-inf"
        uuid string exact:
          x'00112233445566778899aabbccddeeff' = "00112233-4455-6677-8899-AABBCCDDEEFF"
          x'ffffffffffffffffffffffffffffffff' = "FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF"
        url string exact:
          "https://example.org/%7e?q=1#f" = "https://example.org/%7e?q=1#f"
          "mailto:a@b.example" = "mailto:a@b.example"
        string int16 exact:
          "-32768" = -32768 | "32767" = 32767 | "32768" ! is not in the canonical form of int16
          "012" ! is not in the canonical form of int16 | "+5" ! is not in the canonical form of int16
          " 5" ! is not in the canonical form of int16 | "-0" ! is not in the canonical form of int16
          "5.0" ! is not in the canonical form of int16 | "" ! is not in the canonical form of int16
          "\u{665}" ! is not in the canonical form of int16
        string int32 exact:
          "2147483647" = 2147483647 | "2147483648" ! is not in the canonical form of int32
          "1e3" ! is not in the canonical form of int32 | "5\u{0}" ! is not in the canonical form of int32
        string int64 exact:
          "-9223372036854775808" = -9223372036854775808 | "9223372036854775808" ! is not in the canonical form of int64
          "0" = 0 | "00" ! is not in the canonical form of int64
        string decimal exact:
          "12.5" = "12.5" | "12.50" ! is not in the canonical form of decimal | "0.1" = "0.1"
          ".1" ! is not in the canonical form of decimal
          "99999999999999999999999999999999999999" = "99999999999999999999999999999999999999"
          "1e3" ! is not in the canonical form of decimal | "-0" ! is not in the canonical form of decimal
          "NaN" ! is not in the canonical form of decimal
        string double exact:
          "0.1" = 0.1 | "1" ! is not in the canonical form of double | "1.0" = 1.0 | "1e+16" = 1e+16
          "1e16" ! is not in the canonical form of double | "-0.0" ! is not in the canonical form of double
          "0.0" = 0.0
          "inf" = inf | "nan" ! is not in the canonical form of double
          "0.10000000000000001" ! is not in the canonical form of double
          "0x1p3" ! is not in the canonical form of double
        string float exact:
          "0.1" = 0.10000000149011612 | "0.10000000149011612" ! is not in the canonical form of float
          "3.4028235e+38" = 3.4028234663852886e+38 | "-inf" = -inf | "1" ! is not in the canonical form of float
        string uuid exact:
          "00112233-4455-6677-8899-AABBCCDDEEFF" = x'00112233445566778899aabbccddeeff'
          "00112233-4455-6677-8899-aabbccddeeff" ! is not in the canonical form of uuid
          "00112233445566778899AABBCCDDEEFF" ! is not in the canonical form of uuid
          "" ! is not in the canonical form of uuid
        string url exact:
          "https://example.org/%7e" = "https://example.org/%7e" | "https://example.org/a b" ! is not a valid url
          "" ! is not a valid url | " a" ! is not a valid url | "https://m\u{FC}nchen.de" ! is not a valid url
          "http://[" ! is not a valid url
        string data exact:
          "" = x'' | "a\u{0}b" = x'610062' | "e\u{301}" = x'65cc81' | "\u{E9}" = x'c3a9'
        data string exact:
          x'' = "" | x'610062' = "a\u{0}b" | x'65cc81' = "e\u{301}" | x'c3' ! is not valid UTF-8
          x'c080' ! is not valid UTF-8 | x'eda080' ! is not valid UTF-8 | x'efbfbd' = "\u{FFFD}"
          x'efbbbf61' = "\u{FEFF}a"
        uuid data exact:
          x'00112233445566778899aabbccddeeff' = x'00112233445566778899aabbccddeeff'
        data uuid exact:
          x'00112233445566778899aabbccddeeff' = x'00112233445566778899aabbccddeeff'
          x'00112233445566778899aabbccddee' ! is not 16 bytes long | x'' ! is not 16 bytes long
        int16 int16 exact:
          -32768 = -32768
        int32 int32 exact:
          2147483647 = 2147483647
        int64 int64 exact:
          -9223372036854775808 = -9223372036854775808
        decimal decimal exact:
          "0.1" = "0.1"
        double double exact:
          -0.0 = -0.0 | inf = inf
        float float exact:
          -0.0 = -0.0 | 0.10000000149011612 = 0.10000000149011612
        string string exact:
          "e\u{301}\u{0}" = "e\u{301}\u{0}"
        bool bool exact:
          1 = 1
        date date exact:
          -0.0 = -0.0 | 1e+300 = 1e+300
        data data exact:
          x'00' = x'00'
        uuid uuid exact:
          x'00112233445566778899aabbccddeeff' = x'00112233445566778899aabbccddeeff'
        url url exact:
          "/relative" = "/relative"
        string int16 parsed:
          " 5 " = 5 | "+5" = 5 | "012" = 12 | "-0" = 0 | "5.0" = 5 | "1e3" = 1000 | "12.5" ! has a fraction
          "40000" ! is outside -32768...32767 | "1e99999999999999999999" ! is outside -32768...32767
          "" ! is not a valid int16 | "0x10" ! is not a valid int16 | "1,5" ! is not a valid int16
          "\u{665}" ! is not a valid int16
          "\u{A0}7\u{3000}" = 7 | "5\u{0}" ! is not a valid int16 | "\u{200B}5" ! is not a valid int16
        string int32 parsed:
          "-2147483648" = -2147483648 | "2147483648" ! is outside -2147483648...2147483647 | "25e-1" ! has a fraction
          "250e-1" = 25 | "five" ! is not a valid int32
        string int64 parsed:
          "9223372036854775807" = 9223372036854775807
          "9223372036854775808" ! is outside -9223372036854775808...9223372036854775807
          "-9223372036854775808" = -9223372036854775808 | "9223372036854775807.000" = 9223372036854775807
          "0.5" ! has a fraction | "-" ! is not a valid int64
        string decimal parsed:
          " +12.50 " = "12.5" | "1e3" = "1000"
          "1e-128" = "0.00000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000001"
          "1e-129" ! cannot be held exactly as decimal
          "1234567890123456789012345678901234567891" ! cannot be held exactly as decimal
          "NaN" ! is not a valid decimal
          "inf" ! is not a valid decimal | ".5" = "0.5" | "5." = "5" | "." ! is not a valid decimal
        string double parsed:
          "1" = 1.0 | " .5e1\u{9}" = 5.0 | "1e400" ! is too large for double | "1e-400" ! is too small for double
          "-1e-400" ! is too small for double | "0e-400" = 0.0 | "INFINITY" = inf | "-inf" = -inf
          "nan" ! is not a valid double | "-0.0" = 0.0 | "1_000" ! is not a valid double | "0.1" = 0.1
          "17.99999999999999999999" = 18.0
        string float parsed:
          "0.1" = 0.10000000149011612 | "1e39" ! is too large for float | "1e-50" ! is too small for float
          "1e-45" = 1.401298464324817e-45 | "Inf" = inf | "16777217" = 16777216.0 | "1.5f" ! is not a valid float
        string bool parsed:
          "true" = 1 | "FALSE" = 0 | "Yes" = 1 | "no" = 0 | "1" = 1 | "0" = 0 | " 1\u{A}" = 1
          "on" ! is not a valid bool
          "2" ! is not a valid bool | "" ! is not a valid bool | "y" ! is not a valid bool
        string date parsed:
          "2026-05-01" = 799286400.0 | "2026-05-01T12:30:45Z" = 799331445.0
          "2026-05-01 12:30:45.123456789+02:00" = 799324245.1234568 | "2026-05-01T12:30Z" = 799331400.0
          "2026-05-01T12:30:45" ! has no time zone | "2026-02-30" ! is not a valid date | "2024-02-29" = 730857600.0
          "2025-02-29" ! is not a valid date | "2026-05-01T24:00:00Z" ! is not a valid date
          "2026-05-01T23:59:60Z" ! is not a valid date
          "0000-01-01" ! is not a valid date | "0001-01-01" = -63113904000.0
          "9999-12-31T23:59:59.999-14:00" = 252424043999.999 | "2000-12-31t23:59:59.9z" = -0.1
          "2026-05-01T00:00:00-0130" = 799291800.0 | "2026-05-01T00:00:00+15:00" ! is not a valid date
          "2026-05-01T00:00:00.Z" ! is not a valid date | "2026-13-01" ! is not a valid date
          "20260501" ! is not a valid date
          "799286400.0" ! is not a valid date | "1500-02-29" ! is not a valid date | "1600-02-29" = -12649305600.0
          " 2026-05-01\u{A}" = 799286400.0 | "" ! is not a valid date
        string uuid parsed:
          "00112233-4455-6677-8899-aabbccddeeff" = x'00112233445566778899aabbccddeeff'
          "00112233445566778899AABBCCDDEEFF" = x'00112233445566778899aabbccddeeff'
          " 00112233-4455-6677-8899-aabbccddeeff " = x'00112233445566778899aabbccddeeff'
          "00112233-4455-6677-8899aabbccddeeff" ! is not a valid uuid
          "00112233-4455-6677-8899-aabbccddeefg" ! is not a valid uuid
          "{00112233-4455-6677-8899-aabbccddeeff}" ! is not a valid uuid | "" ! is not a valid uuid
        string url parsed:
          " https://example.org/a\u{A}" = "https://example.org/a" | "https://example.org/a b" ! is not a valid url
          "" ! is not a valid url | "\u{9}" ! is not a valid url
        bool string text:
          0 = "false" | 1 = "true"
        date string text:
          0.0 = "2001-01-01T00:00:00Z" | -0.0 = "2001-01-01T00:00:00Z" | 0.5 = "2001-01-01T00:00:00.5Z"
          -0.1 = "2000-12-31T23:59:59.9Z" | 799286400.123 = "2026-05-01T00:00:00.123Z"
          -978307200.0 = "1970-01-01T00:00:00Z" | -63113904000.0 = "0001-01-01T00:00:00Z"
          -63113904000.5 ! is outside the years 1 to 9999 | 252423993599.99997 = "9999-12-31T23:59:59.99997Z"
          252423993600.0 ! is outside the years 1 to 9999 | 1e-09 = "2001-01-01T00:00:00.000000001Z"
          -1e-09 = "2000-12-31T23:59:59.999999999Z" | -13197600000.0 = "1582-10-15T00:00:00Z"
          1e+300 ! is outside the years 1 to 9999 | 0.1 = "2001-01-01T00:00:00.1Z"
          68169600.0 = "2003-03-01T00:00:00Z"
        data string base64:
          x'' = "" | x'00ff' = "AP8=" | x'fbff' = "+/8=" | x'616263' = "YWJj"
        string data base64:
          "" = x'' | "AP8=" = x'00ff' | "AP8" ! is not valid Base64 | "AR==" ! is not valid Base64
          "====" ! is not valid Base64
          "AQ==\u{A}" ! is not valid Base64 | "-_-_" ! is not valid Base64
        data string hex:
          x'' = "" | x'00ff' = "00ff"
        string data hex:
          "" = x'' | "00ff" = x'00ff' | "00FF" = x'00ff' | "0" ! is not hexadecimal | "0g" ! is not hexadecimal
          "0xff" ! is not hexadecimal | "00 ff" ! is not hexadecimal
        """#
}
