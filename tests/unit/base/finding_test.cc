#include "base/finding.h"

#include <gtest/gtest.h>

#include "base/json_writer.h"

namespace cuda_arch_guard::base {
namespace {

Finding Example() {
  Finding finding;
  finding.id = "not-covered";
  finding.severity = Severity::kWarning;
  finding.wrong = "It will not run.";
  finding.found = "8.6";
  finding.because = "code for 86";
  finding.todo = {"add 86", "or give no list"};
  return finding;
}

TEST(Finding, RendersFourParts) {
  EXPECT_EQ(Render(Example()),
            "CudaArchGuard [not-covered]: It will not run.\n"
            "  found:  8.6\n"
            "  needs:  code for 86\n"
            "  do:     add 86\n"
            "          or give no list\n");
}

TEST(Finding, LeavesOutPartsThatAreEmpty) {
  Finding finding;
  finding.id = "usage";
  finding.wrong = "No.";
  EXPECT_EQ(Render(finding), "CudaArchGuard [usage]: No.\n");
}

TEST(Finding, WrapsWhatIsReadAndNotWhatIsTyped) {
  Finding finding = Example();
  finding.found = std::string(50, 'a') + " " + std::string(50, 'b');
  finding.todo = {
      "cmake -S . -B build -DCMAKE_CUDA_COMPILER=/a/very/long/path/to/some/nvcc -G Ninja"};
  EXPECT_EQ(Render(finding),
            "CudaArchGuard [not-covered]: It will not run.\n"
            "  found:  " +
                std::string(50, 'a') + "\n          " + std::string(50, 'b') +
                "\n  needs:  code for 86\n  do:     " + finding.todo[0] + "\n");
}

TEST(Finding, WritesJson) {
  JsonWriter json;
  Write(json, Example());
  EXPECT_EQ(json.text(),
            "{\"id\":\"not-covered\",\"severity\":\"warning\",\"wrong\":\"It will not run.\","
            "\"found\":\"8.6\",\"because\":\"code for 86\",\"do\":[\"add 86\",\"or give no "
            "list\"]}");
}

TEST(Finding, OnlyAnErrorIsAnError) {
  Finding finding = Example();
  EXPECT_FALSE(HasError({}));
  EXPECT_FALSE(HasError({finding}));
  finding.severity = Severity::kNote;
  EXPECT_FALSE(HasError({finding}));
  finding.severity = Severity::kError;
  EXPECT_TRUE(HasError({Example(), finding}));
}

}  // namespace
}  // namespace cuda_arch_guard::base
