#include "select/dialects.h"
#include "select/selection.h"

namespace cuda_arch_guard::select {
namespace {

void WriteDevices(base::JsonWriter& json, const base::List<arch::ComputeCapability>& devices) {
  json.BeginArray();
  for (const arch::ComputeCapability& device : devices) json.String(device.ToString());
  json.EndArray();
}

}  // namespace

void Write(base::JsonWriter& json, const Selection& selection, const probe::Toolkit& toolkit) {
  json.BeginObject();
  json.Key("schema").String("cuda-arch-guard/selection/1");
  json.Key("architectures").BeginArray();
  for (const Selected& entry : selection.entries) {
    json.BeginObject();
    json.Key("arch").String(entry.architecture.ToString());
    json.Key("code").String(arch::ToString(entry.code));
    json.Key("for");
    WriteDevices(json, entry.devices);
    json.Key("why").String(entry.why);
    json.EndObject();
  }
  json.EndArray();
  json.Key("devices");
  WriteDevices(json, DevicesMeant(selection));
  json.Key("off").Bool(selection.off);
  json.Key("reason").String(selection.reason);
  json.Key("wish").StringOrNull(selection.wish);
  json.Key("origin").StringOrNull(selection.origin);
  json.Key("dialects").BeginObject();
  for (const Dialect& dialect : Dialects())
    json.Key(dialect.name).StringOrNull(dialect.print(selection, toolkit).value);
  json.EndObject();
  json.Key("toolkit").BeginObject();
  json.Key("version").StringOrNull(toolkit.version);
  json.Key("source").StringOrNull(toolkit.source);
  json.Key("compiler").StringOrNull(toolkit.compiler);
  json.EndObject();
  json.Key("findings").BeginArray();
  for (const base::Finding& finding : selection.findings) base::Write(json, finding);
  json.EndArray();
  json.EndObject();
}

}  // namespace cuda_arch_guard::select
