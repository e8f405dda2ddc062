#include "runner/trace.h"

#include <gtest/gtest.h>

namespace cuda_arch_guard::runner {
namespace {

TEST(Trace, WhatWasToldIsRead) {
  const std::string text = StepLine(Step::kOpen) + ImageLine(0) + StepLine(Step::kLoad) +
                           PlanLine(true, {86, 90}) + HeadingLine(900, 2, 1) +
                           NumbersLine(256, 2, 7, 0xffffffffu, 5) + TimesLine(1500, 20) +
                           StepLine(Step::kDone);
  const Trace trace = ParseTraces(text, 1)[0];
  EXPECT_EQ(trace.step, Step::kDone);
  EXPECT_FALSE(trace.failed);
  EXPECT_TRUE(trace.basic);
  EXPECT_EQ(trace.seen_on, (std::vector<int>{86, 90}));
  EXPECT_TRUE(trace.has_heading);
  EXPECT_EQ(trace.compiled_for, 900);
  EXPECT_EQ(trace.code_kind, 2);
  EXPECT_EQ(trace.variant, 1);
  EXPECT_EQ(trace.numbers, 256);
  EXPECT_EQ(trace.wrong, 2);
  EXPECT_EQ(trace.first_wrong, 7);
  EXPECT_EQ(trace.expected, 0xffffffffu);
  EXPECT_EQ(trace.got, 5u);
  EXPECT_EQ(trace.load_microseconds, 1500);
  EXPECT_EQ(trace.run_microseconds, 20);
}

TEST(Trace, AnErrorKeepsItsCodeAndStaysOneLine) {
  const Trace trace =
      ParseTraces(ImageLine(0) + StepLine(Step::kLoad) + ErrorLine(209, "a\nb c"), 1)[0];
  EXPECT_TRUE(trace.failed);
  EXPECT_EQ(trace.step, Step::kLoad);
  EXPECT_EQ(trace.code, 209);
  EXPECT_EQ(trace.error, "a b c");
}

TEST(Trace, AFailureBeforeTheFirstImageIsEveryImages) {
  const auto traces = ParseTraces(StepLine(Step::kContext) + ErrorLine(46, "busy"), 2);
  for (const Trace& trace : traces) {
    EXPECT_EQ(trace.step, Step::kContext);
    EXPECT_EQ(trace.code, 46);
  }
}

TEST(Trace, ImagesThatWereNotReachedAreNotTaken) {
  const std::string text = StepLine(Step::kOpen) + StepLine(Step::kContext) + ImageLine(0) +
                           StepLine(Step::kLoad) + StepLine(Step::kDone) + ImageLine(1) +
                           StepLine(Step::kLoad);
  const auto traces = ParseTraces(text, 3);
  EXPECT_EQ(traces[0].step, Step::kDone);
  EXPECT_EQ(traces[1].step, Step::kLoad);
  EXPECT_EQ(traces[2].step, Step::kContext);
}

TEST(Trace, OtherOutputIsPassedOver) {
  const auto traces = ParseTraces("warning: x\nstep\nheading 1\nimage 9\nimage x\nnumbers a\n", 1);
  EXPECT_EQ(traces[0].step, Step::kNone);
  EXPECT_FALSE(traces[0].has_heading);
}

}  // namespace
}  // namespace cuda_arch_guard::runner
