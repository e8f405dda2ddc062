#include "base/finding.h"

#include "base/json_writer.h"
#include "base/text.h"

namespace cuda_arch_guard::base {

const char* ToString(Severity severity) {
  switch (severity) {
    case Severity::kError:
      return "error";
    case Severity::kWarning:
      return "warning";
    case Severity::kNote:
      return "note";
  }
  return "error";
}

std::string Render(const Finding& finding) {
  std::string text = "CudaArchGuard [" + finding.id + "]: ";
  AppendWrapped(text, 2, finding.wrong);
  const std::string* const parts[] = {&finding.found, &finding.because};
  const char* const labels[] = {"  found:  ", "  needs:  "};
  for (int i = 0; i < 2; ++i) {
    if (parts[i]->empty()) continue;
    text += labels[i];
    AppendWrapped(text, 10, *parts[i]);
  }
  const char* label = "  do:     ";
  for (const std::string& line : finding.todo) {
    text += label + line + "\n";
    label = "          ";
  }
  return text;
}

void Write(JsonWriter& json, const Finding& finding) {
  json.BeginObject();
  json.Key("id").String(finding.id);
  json.Key("severity").String(ToString(finding.severity));
  json.Key("wrong").String(finding.wrong);
  json.Key("found").String(finding.found);
  json.Key("because").String(finding.because);
  json.Key("do").BeginArray();
  for (const std::string& line : finding.todo) json.String(line);
  json.EndArray();
  json.EndObject();
}

bool HasError(const List<Finding>& findings) {
  for (const Finding& finding : findings) {
    if (finding.severity == Severity::kError) return true;
  }
  return false;
}

}  // namespace cuda_arch_guard::base
