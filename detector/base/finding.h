// What the program has to tell somebody, as data. Every layer reports problems this way; text and
// JSON are two renderings of the same value. The ids and their meaning are rows in
// knowledge/findings.inc.
#pragma once

#include <string>
#include "base/list.h"

namespace cuda_arch_guard::base {

class JsonWriter;

enum class Severity { kError, kWarning, kNote };

// Four parts and an id: what is wrong, what was found, what is needed and why, what to type.
struct Finding {
  std::string id;  // kebab-case, stable
  Severity severity = Severity::kError;
  std::string wrong;       // one sentence
  std::string found;       // the facts that were seen
  std::string because;     // what would be right, and why
  List<std::string> todo;  // commands or settings, one each, ready to be typed
};

// "error", "warning" or "note".
const char* ToString(Severity severity);

// The text for a person: "CudaArchGuard [id]: wrong", then found, needs and do, indented; 80
// columns but for what is to be typed.
std::string Render(const Finding& finding);

// {"id":…,"severity":…,"wrong":…,"found":…,"because":…,"do":[…]}
void Write(JsonWriter& json, const Finding& finding);

bool HasError(const List<Finding>& findings);

}  // namespace cuda_arch_guard::base
