extension ConversionCells {
    /// Numbers that stay the same, or come as near as they can.
    static let numbers: String = #"""
        int16 int32 exact:
          -32768 = -32768 | 32767 = 32767
        int16 int64 exact:
          -32768 = -32768 | 32767 = 32767
        int32 int16 exact:
          -32768 = -32768 | 32767 = 32767 | -32769 ! is outside -32768...32767 | 32768 ! is outside -32768...32767
        int32 int64 exact:
          -2147483648 = -2147483648 | 2147483647 = 2147483647
        int64 int16 exact:
          -32768 = -32768 | 32767 = 32767 | -32769 ! is outside -32768...32767
          9223372036854775807 ! is outside -32768...32767
        int64 int32 exact:
          -2147483648 = -2147483648 | 2147483647 = 2147483647 | -2147483649 ! is outside -2147483648...2147483647
          2147483648 ! is outside -2147483648...2147483647
        int16 decimal exact:
          -32768 = "-32768" | 0 = "0"
        int32 decimal exact:
          -2147483648 = "-2147483648" | 1000 = "1000"
        int64 decimal exact:
          -9223372036854775808 = "-9223372036854775808" | 9223372036854775807 = "9223372036854775807"
        int16 double exact:
          -32768 = -32768.0 | 0 = 0.0
        int32 double exact:
          -2147483648 = -2147483648.0 | 2147483647 = 2147483647.0
        int64 double exact:
          9007199254740992 = 9007199254740992.0 | 9007199254740993 ! cannot be held exactly as double
          -9223372036854775808 = -9.223372036854776e+18 | 9223372036854775807 ! cannot be held exactly as double
          1152921504606846976 = 1.152921504606847e+18
        int16 float exact:
          -32768 = -32768.0 | 32767 = 32767.0
        int32 float exact:
          16777216 = 16777216.0 | 16777217 ! cannot be held exactly as float | -2147483648 = -2147483648.0
          2147483647 ! cannot be held exactly as float
        int64 float exact:
          16777217 ! cannot be held exactly as float | -9223372036854775808 = -9.223372036854776e+18
          9223372036854775807 ! cannot be held exactly as float
        double int16 exact:
          -0.0 = 0 | 32767.0 = 32767 | 32768.0 ! is outside -32768...32767 | -32768.0 = -32768 | 0.5 ! has a fraction
          inf ! is outside -32768...32767 | 5e-324 ! has a fraction
        double int32 exact:
          2147483647.0 = 2147483647 | 2147483648.0 ! is outside -2147483648...2147483647
          2147483647.5 ! has a fraction | -inf ! is outside -2147483648...2147483647
        double int64 exact:
          -9.223372036854776e+18 = -9223372036854775808
          9.223372036854776e+18 ! is outside -9223372036854775808...9223372036854775807
          9.223372036854775e+18 = 9223372036854774784 | 1e+300 ! is outside -9223372036854775808...9223372036854775807
          0.1 ! has a fraction
        float int16 exact:
          -32768.0 = -32768 | 0.5 ! has a fraction | 32768.0 ! is outside -32768...32767
          inf ! is outside -32768...32767
        float int32 exact:
          -2147483648.0 = -2147483648 | 2147483648.0 ! is outside -2147483648...2147483647
          1.401298464324817e-45 ! has a fraction
        float int64 exact:
          9.223371487098962e+18 = 9223371487098961920
          9.223372036854776e+18 ! is outside -9223372036854775808...9223372036854775807 | -1.5 ! has a fraction
        double decimal exact:
          0.5 = "0.5" | 0.1 ! cannot be held exactly as decimal | -0.0 = "0" | 1e+23 = "99999999999999991611392"
          1.152921504606847e+18 = "1152921504606846976" | 3.0517578125e-05 = "0.000030517578125"
          1e+300 ! cannot be held exactly as decimal | 5e-324 ! cannot be held exactly as decimal
          inf ! cannot be held exactly as decimal
        float decimal exact:
          0.5 = "0.5" | 0.10000000149011612 = "0.100000001490116119384765625" | -0.0 = "0"
          3.4028234663852886e+38 = "340282346638528859811704183484516925440"
          1.401298464324817e-45 ! cannot be held exactly as decimal | -inf ! cannot be held exactly as decimal
        decimal double exact:
          "0.5" = 0.5 | "0.1" ! cannot be held exactly as double | "9007199254740992" = 9007199254740992.0
          "9007199254740993" ! cannot be held exactly as double
          "1152921504606847000" ! cannot be held exactly as double | "1152921504606846976" = 1.152921504606847e+18
          "-0.0000152587890625" = -1.52587890625e-05
        decimal float exact:
          "0.5" = 0.5 | "0.1" ! cannot be held exactly as float | "16777216" = 16777216.0
          "16777217" ! cannot be held exactly as float
          "1000000000000000000000000000000000000000000" ! cannot be held exactly as float
        decimal int16 exact:
          "32767" = 32767 | "32768" ! is outside -32768...32767 | "0.5" ! has a fraction | "-32768" = -32768
        decimal int32 exact:
          "2147483647" = 2147483647 | "2147483648" ! is outside -2147483648...2147483647
          "-0.000000001" ! has a fraction
        decimal int64 exact:
          "9223372036854775807" = 9223372036854775807
          "9223372036854775808" ! is outside -9223372036854775808...9223372036854775807
          "-9223372036854775808" = -9223372036854775808
          "-9223372036854775809" ! is outside -9223372036854775808...9223372036854775807 | "1.5" ! has a fraction
          "100000000000000000000000000000000000000" ! is outside -9223372036854775808...9223372036854775807
        double float exact:
          0.5 = 0.5 | 0.1 ! cannot be held exactly as float | -0.0 = 0.0 | inf = inf | 16777216.0 = 16777216.0
          16777217.0 ! cannot be held exactly as float | 3.4028234663852886e+38 = 3.4028234663852886e+38
          3.4028235677973366e+38 ! cannot be held exactly as float | 1.401298464324817e-45 = 1.401298464324817e-45
          7.006492321624085e-46 ! cannot be held exactly as float
        float double exact:
          0.10000000149011612 = 0.10000000149011612 | -0.0 = -0.0 | inf = inf
          1.401298464324817e-45 = 1.401298464324817e-45
        bool int16 exact:
          0 = 0 | 1 = 1
        bool int32 exact:
          0 = 0 | 1 = 1
        bool int64 exact:
          0 = 0 | 1 = 1
        bool decimal exact:
          0 = "0" | 1 = "1"
        bool double exact:
          0 = 0.0 | 1 = 1.0
        bool float exact:
          0 = 0.0 | 1 = 1.0
        int16 bool exact:
          0 = 0 | 1 = 1 | 2 ! is neither 0 nor 1 | -1 ! is neither 0 nor 1
        int32 bool exact:
          0 = 0 | 1 = 1 | -2147483648 ! is neither 0 nor 1
        int64 bool exact:
          0 = 0 | 1 = 1 | 9223372036854775807 ! is neither 0 nor 1
        decimal bool exact:
          "0" = 0 | "1" = 1 | "0.5" ! is neither 0 nor 1 | "10" ! is neither 0 nor 1 | "-1" ! is neither 0 nor 1
        double bool exact:
          -0.0 = 0 | 1.0 = 1 | 0.5 ! is neither 0 nor 1 | inf ! is neither 0 nor 1
          1.0000000000000002 ! is neither 0 nor 1
        float bool exact:
          0.0 = 0 | 1.0 = 1 | -1.0 ! is neither 0 nor 1 | -inf ! is neither 0 nor 1
        double decimal digits:
          0.1 = "0.1" | 19.99 = "19.99" | 1e+23 = "100000000000000000000000"
          1.152921504606847e+18 = "1152921504606847000" | -0.0 = "0"
          1e+127 = "10000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
          1e+300 ! is too large for decimal | 1e-130 ! is too small for decimal
          1.2345678901234567e-120 ! is too small for decimal | inf ! is too large for decimal
        float decimal digits:
          0.10000000149011612 = "0.1" | 3.4028234663852886e+38 = "340282350000000000000000000000000000000"
          1.401298464324817e-45 = "0.000000000000000000000000000000000000000000001" | -inf ! is too large for decimal
        decimal double digits:
          "0.1" = 0.1 | "19.99" = 19.99 | "0.30000000000000004" = 0.30000000000000004
          "0.1000000000000000000001" ! has more digits than double keeps
          "9007199254740993" ! has more digits than double keeps | "1152921504606847000" = 1.152921504606847e+18
          "1152921504606846976" ! has more digits than double keeps
        decimal float digits:
          "0.1" = 0.10000000149011612 | "19.99" = 19.989999771118164 | "16777217" ! has more digits than float keeps
          "0.10000000149011612" ! has more digits than float keeps
          "10000000000000000000000000000000000000000" ! is too large for float
          "0.0000000000000000000000000000000000000000000000000000000001" ! is too small for float
        int32 float nearest:
          16777217 = 16777216.0 | 16777219 = 16777220.0 | 2147483647 = 2147483648.0 | -2147483648 = -2147483648.0
        int64 float nearest:
          9223372036854775807 = 9.223372036854776e+18 | 16777217 = 16777216.0
          9007199791611905 = 9.007200328482816e+15
        int64 double nearest:
          9007199254740993 = 9007199254740992.0 | 9007199254740995 = 9.007199254740996e+15
          9223372036854775807 = 9.223372036854776e+18 | -9223372036854775808 = -9.223372036854776e+18
        double float nearest:
          0.1 = 0.10000000149011612 | 3.4028235677973362e+38 = 3.4028234663852886e+38
          3.4028235677973366e+38 ! is too large for float | inf = inf | 1e-46 = 0.0 | -1e-46 = 0.0
          16777217.0 = 16777216.0
        decimal double nearest:
          "0.1" = 0.1 | "9007199254740993" = 9007199254740992.0
          "9007199254740993.0000000001" = 9.007199254740994e+15 | "99999999999999999999999999999999999999" = 1e+38
          "0.30000000000000004" = 0.30000000000000004
        decimal float nearest:
          "0.1" = 0.10000000149011612 | "16777217" = 16777216.0 | "16777217.00000000000000001" = 16777218.0
          "340282356779733661637539395458142568447" = 3.4028234663852886e+38
          "340282356779733661637539395458142568448" ! is too large for float
          "1000000000000000000000000000000000000000000" ! is too large for float
        int32 int16 clamped:
          -2147483648 = -32768 | -32768 = -32768 | 0 = 0 | 32767 = 32767 | 32768 = 32767
        int64 int16 clamped:
          -9223372036854775808 = -32768 | 12 = 12 | 9223372036854775807 = 32767
        int64 int32 clamped:
          -9223372036854775808 = -2147483648 | 2147483648 = 2147483647 | 2147483647 = 2147483647
        int16 bool nonZero:
          0 = 0 | 1 = 1 | -5 = 1
        int32 bool nonZero:
          0 = 0 | -2147483648 = 1
        int64 bool nonZero:
          0 = 0 | 9223372036854775807 = 1
        decimal bool nonZero:
          "0" = 0 | "0.0000001" = 1
        double bool nonZero:
          0.0 = 0 | -0.0 = 0 | 5e-324 = 1 | inf = 1
        float bool nonZero:
          0.0 = 0 | -1.401298464324817e-45 = 1
        """#
}
