#include "verdict/judge.h"
#include "verdict/reason.h"
#include "verdict/unit_name.h"

namespace cuda_arch_guard::verdict {
namespace {

// Of a library with thousands of units the first ones tell enough; they are counted all.
constexpr int kMaxShortfalls = 100;

}  // namespace

void Write(base::JsonWriter& json, Examined& file, const FileVerdict& verdict) {
  json.BeginObject();
  json.Key("path").String(verdict.path);
  json.Key("compute_capability").String(verdict.device.ToString());
  json.Key("verdict").String(ToString(verdict.verdict));
  json.Key("certainty").String(verdict.sure ? "sure" : "likely");
  json.Key("units").BeginObject();
  json.Key("covered").Number(verdict.units.covered);
  json.Key("by_jit").Number(verdict.units.by_jit);
  json.Key("empty").Number(verdict.units.empty);
  json.Key("specialised").Number(verdict.units.specialised);
  json.Key("gap").Number(verdict.units.gap);
  json.Key("unknown").Number(verdict.units.unknown);
  json.EndObject();
  json.Key("reason").String(verdict.reason);
  json.Key("shortfalls").BeginArray();
  int shortfalls = 0;
  for (const UnitVerdict& unit : verdict.judged) {
    if (unit.unit_class == UnitClass::kCovered || unit.unit_class == UnitClass::kEmpty) continue;
    if (++shortfalls > kMaxShortfalls) continue;
    json.BeginObject();
    json.Key("unit").Number(static_cast<std::int64_t>(unit.unit));
    json.Key("name").String(UnitName(file, unit.unit));
    json.Key("class").String(ToString(unit.unit_class));
    json.Key("allowed").Bool(unit.allowed);
    json.Key("images").BeginArray();
    for (const fatbin::Image& image : file.code.units[unit.unit].images) {
      json.String(image.ToString());
    }
    json.EndArray();
    json.EndObject();
  }
  json.EndArray();
  json.Key("shortfall_count").Number(shortfalls);
  json.EndObject();
}

}  // namespace cuda_arch_guard::verdict
