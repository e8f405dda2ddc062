// Text and JSON of a validation: two renderings of one value.
#include <algorithm>
#include <cstdio>

#include "base/text.h"
#include "runner/judge.h"
#include "runner/validate.h"

namespace cuda_arch_guard::runner {
namespace {

std::string Padded(std::string text, std::size_t width) {
  if (text.size() < width) text.resize(width, ' ');
  return text;
}

std::string Milliseconds(long long microseconds) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f ms", static_cast<double>(microseconds) / 1000);
  return text;
}

// "device 0  NVIDIA H200 (9.0)  launch  sm_90  cubin 90  right  load 0.4 ms, run 0.1 ms"
std::string Line(const Validation& validation, const Row& row, std::size_t device_width,
                 std::size_t feature_width) {
  const probe::Device& device = validation.devices[row.device];
  const Image& image = validation.images[row.image];
  std::string line = "device " + std::to_string(device.index) + "  ";
  line += Padded(Describe(device), device_width) + "  ";
  line += Padded(image.feature, feature_width) + "  " + Padded(image.Name(), 13);
  line += Padded(row.served_by.empty() ? "-" : row.served_by + " " + row.architecture, 11);
  line += Padded(ToString(row.outcome), 6);
  if (row.outcome == Outcome::kRight) {
    line += "load " + Milliseconds(row.trace.load_microseconds) + ", run " +
            Milliseconds(row.trace.run_microseconds);
    if (!row.detail.empty()) line += "; " + row.detail;
  } else if (!row.detail.empty()) {
    line += " (" + row.detail + ")";
  }
  return line + "\n";
}

void WriteRow(base::JsonWriter& json, const Validation& validation, const Row& row) {
  const probe::Device& device = validation.devices[row.device];
  const Image& image = validation.images[row.image];
  json.BeginObject();
  json.Key("feature").String(image.feature);
  json.Key("image").String(image.Name());
  json.Key("path").String(image.path);
  json.Key("device").Number(device.index);
  json.Key("compute_capability").String(device.capability->ToString());
  json.Key("outcome").String(ToString(row.outcome));
  json.Key("served_by").StringOrNull(row.served_by);
  json.Key("architecture").StringOrNull(row.architecture);
  json.Key("rule").String("R" + std::to_string(row.answer.rule));
  json.Key("sure").Bool(row.answer.sure);
  json.Key("error");
  if (row.trace.code != 0) {
    json.Number(row.trace.code);
  } else {
    json.Null();
  }
  const bool timed = row.trace.step == Step::kDone;
  json.Key("load_microseconds");
  timed ? json.Number(row.trace.load_microseconds) : json.Null();
  json.Key("run_microseconds");
  timed&& row.outcome != Outcome::kTakenAnyway ? json.Number(row.trace.run_microseconds)
                                               : json.Null();
  json.Key("detail").StringOrNull(row.detail);
  json.EndObject();
}

}  // namespace

std::string Render(const Validation& validation) {
  std::size_t device_width = 0;
  std::size_t feature_width = 0;
  for (const probe::Device& device : validation.devices) {
    device_width = std::max(device_width, Describe(device).size());
  }
  for (const Image& image : validation.images) {
    feature_width = std::max(feature_width, image.feature.size());
  }
  std::string text;
  for (const Row& row : validation.rows) {
    text += Line(validation, row, device_width, feature_width);
  }
  for (const base::Finding& finding : validation.findings) text += Render(finding);
  if (!validation.skipped.empty()) text += "skipped: " + validation.skipped + "\n";
  return text;
}

void Write(base::JsonWriter& json, const Validation& validation) {
  json.BeginObject();
  json.Key("schema").String("cuda-arch-guard/validate/1");
  json.Key("devices").BeginArray();
  for (const probe::Device& device : validation.devices) {
    json.BeginObject();
    json.Key("index").Number(device.index);
    json.Key("name").StringOrNull(device.name);
    json.Key("compute_capability")
        .StringOrNull(device.capability ? device.capability->ToString() : "");
    json.Key("uuid").StringOrNull(device.uuid);
    json.EndObject();
  }
  json.EndArray();
  json.Key("results").BeginArray();
  for (const Row& row : validation.rows) WriteRow(json, validation, row);
  json.EndArray();
  json.Key("skipped").StringOrNull(validation.skipped);
  json.Key("findings").BeginArray();
  for (const base::Finding& finding : validation.findings) base::Write(json, finding);
  json.EndArray();
  json.EndObject();
}

}  // namespace cuda_arch_guard::runner
