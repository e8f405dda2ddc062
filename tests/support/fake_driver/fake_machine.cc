// fake_machine DESCRIPTION FOLDER: makes the folder and prints the environment of that machine,
// NAME=VALUE a line. The fake libraries are those beside this program.
#include "fake_machine.h"

int main(int count, char** arguments) {
  if (count != 3) fake_driver::Refuse("usage: fake_machine DESCRIPTION FOLDER");
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe");
  const std::filesystem::path folder = std::filesystem::absolute(arguments[2]);
  if (std::filesystem::exists(folder)) fake_driver::Refuse(folder.string() + " is there already");
  for (const std::string& line :
       fake_driver::MakeMachine(arguments[1], self.parent_path(), folder)) {
    std::puts(line.c_str());
  }
}
