#include "arch/architecture.h"

#include <gtest/gtest.h>

namespace cuda_arch_guard::arch {
namespace {

TEST(Architecture, ReadsNumbersAndCapabilitiesWithTheirVariant) {
  EXPECT_EQ(ParseArchitecture("86"), (Architecture{86, Variant::kPlain}));
  EXPECT_EQ(ParseArchitecture("8.6"), (Architecture{86, Variant::kPlain}));
  EXPECT_EQ(ParseArchitecture("90a"), (Architecture{90, Variant::kSpecific}));
  EXPECT_EQ(ParseArchitecture("9.0a"), (Architecture{90, Variant::kSpecific}));
  EXPECT_EQ(ParseArchitecture("10.0f"), (Architecture{100, Variant::kFamily}));
  EXPECT_EQ(ParseArchitecture("121F"), (Architecture{121, Variant::kFamily}));
}

TEST(Architecture, RefusesWhatIsNoArchitecture) {
  for (const char* text : {"", "a", "8", "8.", ".6", "8.66", "08", "086", "8.6.1", "1000", "86b",
                           "-86", "86 ", "8,6", "0.6", "100.0", "86aa"}) {
    EXPECT_FALSE(ParseArchitecture(text).has_value()) << text;
  }
}

TEST(Architecture, OrdersThreeDigitsAsNumbers) {
  EXPECT_LT(*ParseArchitecture("90"), *ParseArchitecture("100"));
  EXPECT_LT(*ParseArchitecture("90a"), *ParseArchitecture("100"));
  EXPECT_LT(*ParseArchitecture("100"), *ParseArchitecture("100f"));
  EXPECT_LT(*ParseArchitecture("100f"), *ParseArchitecture("100a"));
  EXPECT_LT(*ParseComputeCapability("9.0"), *ParseComputeCapability("10.0"));
}

TEST(Architecture, PrintsWhatItReads) {
  for (const char* text : {"50", "86", "90a", "100f", "121a"}) {
    EXPECT_EQ(ParseArchitecture(text)->ToString(), text);
  }
  EXPECT_EQ(ParseArchitecture("12.0")->capability().ToString(), "12.0");
}

}  // namespace
}  // namespace cuda_arch_guard::arch
