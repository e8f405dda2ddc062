// `explain`: what does this word mean?
#include "cli/command_explain.h"

#include <cstdio>

#include "base/json_writer.h"
#include "base/options.h"
#include "base/text.h"
#include "cli/explanations.h"
#include "select/commands.h"

namespace cuda_arch_guard::cli {
namespace {

const std::vector<base::Option> kOptions = {
    {"--json", nullptr, "the same for programs"},
    {"--help", nullptr, "this text"},
};

struct Answer {
  std::string word;
  std::vector<Explanation> meanings;
};

std::string Help() {
  return "usage: cuda-arch-guard explain WORD… [options]\n\n"
         "Says what a word of this field means: a compute capability (8.6), an architecture\n"
         "(sm_90a, 100f), a GPU or a generation (\"RTX 3090\", Ampere), a CUDA version (12.4,\n"
         "cu128), a driver (570.86.15), an error (209, cudaErrorNoKernelImageForDevice), the id\n"
         "of a finding (not-covered).\n\n" +
         base::DescribeOptions(kOptions) +
         "\nexample: cuda-arch-guard explain sm_90a\n"
         "exit: 0 explained, 2 some word is not known\n";
}

// All words as one ("RTX 3090", "error 209"), else one by one.
std::vector<Answer> Answers(const std::vector<std::string>& words) {
  const std::string all = base::Join(words, " ");
  std::vector<Explanation> meanings = Explain(all);
  if (!meanings.empty() || words.size() == 1) return {{all, meanings}};
  std::vector<Answer> answers;
  bool any = false;
  for (const std::string& word : words) {
    answers.push_back({word, Explain(word)});
    any = any || !answers.back().meanings.empty();
  }
  // Nothing of it is known: then it was one name, and the near misses are those of the whole.
  if (!any) return {{all, {}}};
  return answers;
}

base::Finding Unknown(const std::string& word) {
  base::Finding finding;
  finding.id = "usage";
  finding.wrong = "This word is not known.";
  finding.found = "'" + base::Printable(word) + "'";
  const std::vector<std::string> near = NearWords(word);
  finding.because = near.empty() ? "a word as 'cuda-arch-guard explain --help' names them"
                                 : "did you mean '" + base::Join(near, "' or '") + "'?";
  finding.todo = {"cuda-arch-guard explain --help"};
  return finding;
}

void Write(base::JsonWriter& json, const std::vector<Answer>& answers) {
  json.BeginObject();
  json.Key("schema").String("cuda-arch-guard/explain/1");
  json.Key("answers").BeginArray();
  for (const Answer& answer : answers) {
    for (const Explanation& meaning : answer.meanings) {
      json.BeginObject();
      json.Key("word").String(answer.word);
      json.Key("kind").String(meaning.kind);
      json.Key("title").String(meaning.title);
      json.Key("facts").BeginObject();
      for (const auto& fact : meaning.facts) json.Key(fact.first).String(fact.second);
      json.EndObject();
      json.EndObject();
    }
  }
  json.EndArray();
  json.Key("findings").BeginArray();
  for (const Answer& answer : answers) {
    if (answer.meanings.empty()) base::Write(json, Unknown(answer.word));
  }
  json.EndArray();
  json.EndObject();
}

std::string Render(const std::vector<Answer>& answers) {
  constexpr std::size_t kIndent = 12;
  std::string page;
  for (const Answer& answer : answers) {
    for (const Explanation& meaning : answer.meanings) {
      if (!page.empty()) page += "\n";
      base::AppendWrapped(page, kIndent, meaning.title);
      for (const auto& fact : meaning.facts) {
        std::string label = "  " + fact.first;
        label.resize(kIndent, ' ');
        page += label;
        base::AppendWrapped(page, kIndent, fact.second);
      }
    }
  }
  return page;
}

}  // namespace

int ExplainCommand(const std::string&, const std::vector<std::string>& arguments) {
  const base::Result<base::ParsedOptions> options =
      base::ParseOptions("explain", kOptions, arguments);
  if (!options) {
    std::fputs(base::Render(options.finding()).c_str(), stderr);
    return select::kUsage;
  }
  if (options->Has("--help")) {
    std::fputs(Help().c_str(), stdout);
    return select::kFine;
  }
  if (options->positionals().empty()) {
    std::fputs(Help().c_str(), stderr);
    return select::kUsage;
  }
  const std::vector<Answer> answers = Answers(options->positionals());
  if (options->Has("--json")) {
    base::JsonWriter json;
    Write(json, answers);
    std::puts(json.text().c_str());
  } else {
    std::fputs(Render(answers).c_str(), stdout);
  }
  int code = select::kFine;
  for (const Answer& answer : answers) {
    if (!answer.meanings.empty()) continue;
    code = select::kUsage;
    if (!options->Has("--json")) std::fputs(base::Render(Unknown(answer.word)).c_str(), stderr);
  }
  return code;
}

}  // namespace cuda_arch_guard::cli
