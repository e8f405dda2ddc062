#include "fatbin/write.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "fatbin/kernels.h"

namespace cuda_arch_guard::fatbin {
namespace {

void WriteUnit(base::JsonWriter& json, const DeviceCode& code, std::size_t index,
               const UnitDetail& detail, OpenBudget& budget) {
  const Unit& unit = code.units[index];
  json.BeginObject();
  json.Key("index").Number(static_cast<std::int64_t>(index));
  json.Key("where").String(ToString(unit.where));
  json.Key("offset").Number(static_cast<std::int64_t>(unit.offset));
  json.Key("member").StringOrNull(unit.member);
  json.Key("source").StringOrNull(unit.source);
  json.Key("device_linked").Bool(unit.device_linked);
  json.Key("images").BeginArray();
  for (const Image& image : unit.images) {
    json.BeginObject();
    json.Key("kind").String(image.known ? ToString(image.traits.kind) : "unknown");
    json.Key("arch").String(image.ToString());
    json.Key("bytes").Number(static_cast<std::int64_t>(image.payload.size()));
    json.Key("uncompressed_bytes").Number(static_cast<std::int64_t>(image.raw_size));
    json.Key("ptx_isa").StringOrNull(
        image.traits.ptx_isa.count > 0 ? image.traits.ptx_isa.ToString() : "");
    json.EndObject();
  }
  json.EndArray();
  json.Key("kernels");
  const auto kernels = detail.kernels ? UnitKernels(unit, budget) : std::nullopt;
  if (kernels) {
    json.BeginArray();
    for (const std::string& kernel : *kernels) json.String(kernel);
    json.EndArray();
  } else {
    json.Null();
  }
  json.EndObject();
}

}  // namespace

const char* ToString(arch::ImageKind kind) {
  switch (kind) {
    case arch::ImageKind::kCubin:
      return "cubin";
    case arch::ImageKind::kPtx:
      return "ptx";
    case arch::ImageKind::kLtoIr:
      return "ltoir";
  }
  return "cubin";
}

std::vector<ImageGroup> GroupImages(const DeviceCode& code) {
  using Key = std::tuple<Where, bool, arch::ImageKind, arch::Architecture>;
  std::map<Key, ImageGroup> groups;
  for (const Unit& unit : code.units) {
    for (const Image& image : unit.images) {
      const Key key = {unit.where, !image.known, image.traits.kind, image.traits.architecture};
      ImageGroup& group = groups[key];
      group.kind = image.traits.kind;
      group.known = image.known;
      group.architecture = image.ToString();
      group.where = unit.where;
      ++group.count;
      group.bytes += image.payload.size();
    }
  }
  std::vector<ImageGroup> ordered;
  for (auto& [key, group] : groups) ordered.push_back(std::move(group));
  return ordered;
}

std::size_t UnitCount(const DeviceCode& code) {
  return static_cast<std::size_t>(
      std::count_if(code.units.begin(), code.units.end(), [&](const Unit& unit) {
        return unit.where == Where::kRegistered ||
               (unit.where == Where::kRelocatable && !code.linked);
      }));
}

void Write(base::JsonWriter& json, const DeviceCode& code, const UnitDetail& detail,
           OpenBudget& budget) {
  json.BeginObject();
  json.Key("path").String(code.path);
  json.Key("format").String(code.format);
  json.Key("linked").Bool(code.linked);
  json.Key("scanned").Bool(code.scanned);
  json.Key("unit_count").Number(static_cast<std::int64_t>(UnitCount(code)));
  json.Key("images").BeginArray();
  for (const ImageGroup& group : GroupImages(code)) {
    json.BeginObject();
    json.Key("kind").String(group.known ? ToString(group.kind) : "unknown");
    json.Key("arch").String(group.architecture);
    json.Key("where").String(ToString(group.where));
    json.Key("count").Number(group.count);
    json.Key("bytes").Number(static_cast<std::int64_t>(group.bytes));
    json.EndObject();
  }
  json.EndArray();
  if (detail.units || detail.kernels) {
    json.Key("units").BeginArray();
    for (std::size_t i = 0; i < code.units.size(); ++i) {
      WriteUnit(json, code, i, detail, budget);
    }
    json.EndArray();
  }
  json.EndObject();
}

}  // namespace cuda_arch_guard::fatbin
