#!/usr/bin/env python3
"""What the guard costs a configure step, in CPU seconds of all processes.

First configure of a CUDA project, three ways in turn: an explicit list, `native` by CMake itself, and the
guard choosing for the attached GPUs. The measure is what each costs over the explicit list. Then configures
of a ready build tree, with and without the guard; the detector alone is taken off, since its time is the
driver's and the CUDA compiler's.

usage: configure.py [ROUNDS]        after `sh tests/run.sh`, on a machine that is otherwise idle

It measures and judges nothing: a machine is noisy, so this is no test. The aims are a third of what `native`
costs, and 10 ms for a further configure.
"""
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys

PROJECT = """cmake_minimum_required(VERSION 3.20)
{before}
project(app LANGUAGES CXX CUDA)
add_executable(app main.cu)
"""


def cpu_of(command, environment):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    # `native` ends with an error where CMake itself sees no GPU; the time is spent by then.
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


class Bench:
    def __init__(self, checkout, fakes, cmake, nvcc, scratch):
        self.cmake = cmake
        self.scratch = pathlib.Path(scratch).resolve()
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.module = os.path.join(checkout, "cmake")
        for name, before in (("plain", ""), ("guarded", "find_package(CudaArchGuard REQUIRED)")):
            source = self.scratch / name
            source.mkdir(parents=True)
            (source / "CMakeLists.txt").write_text(PROJECT.format(before=before))
            (source / "main.cu").write_text("int main() { return 0; }\n")
        machine = self.scratch / "machine.txt"
        machine.write_text("driver 605.10 cuda=13.5\n"
                           'gpu name="NVIDIA GeForce RTX 3090" cc=8.6 uuid=GPU-1 bus=0000:01:00.0\n')
        lines = subprocess.run([os.path.join(fakes, "fake_machine"), machine, self.scratch / "machine"],
                               check=True, text=True, stdout=subprocess.PIPE).stdout.splitlines()
        self.environment = {key: value for key, value in os.environ.items()
                            if key not in ("CUDAARCHS", "CUDACXX", "CXX", "LIBRARY_PATH")}
        self.environment.update(line.split("=", 1) for line in lines)
        self.environment["PATH"] = os.path.dirname(nvcc) + ":" + self.environment["PATH"]

    def configure(self, build, source, *arguments):
        return cpu_of([self.cmake, "-S", self.scratch / source, "-B", self.scratch / build,
                       *arguments], self.environment)

    def first(self, build, *arguments):
        shutil.rmtree(self.scratch / build, ignore_errors=True)
        return self.configure(build, *arguments)

    def detector(self):
        folder = self.scratch / "guard/cuda-arch-guard"
        return cpu_of([folder / "detector", "select", "--json", "--toolkit-cache",
                       folder / "toolkit.txt", "--compiler",
                       shutil.which("nvcc", path=self.environment["PATH"])], self.environment)


def main():
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    checkout = pathlib.Path(__file__).resolve().parents[2]
    local = checkout / ".local"
    newest = max(local.glob("cmake-*"), key=lambda path: [int(n) for n in path.name[6:].split(".")])
    bench = Bench(checkout, checkout / "build/tests/support/fake_driver", newest / "bin/cmake",
                  next(local.glob("cuda-*")) / "bin/nvcc", checkout / "build/benchmark")
    guard = f"-DCudaArchGuard_DIR={bench.module}"
    ways = {
        "explicit": ("explicit", "plain", "-DCMAKE_CUDA_ARCHITECTURES=86-real"),
        "native": ("native", "plain", "-DCMAKE_CUDA_ARCHITECTURES=native"),
        "guard": ("guard", "guarded", guard),
    }
    times = {name: [] for name in (*ways, "again plain", "again guarded", "detector")}
    for _ in range(rounds):
        for name, way in ways.items():
            times[name].append(bench.first(*way))
    for _ in range(4 * rounds):
        times["again plain"].append(bench.configure("explicit", "plain"))
        times["again guarded"].append(bench.configure("guard", "guarded"))
        times["detector"].append(bench.detector())
    median = {name: statistics.median(values) for name, values in times.items()}
    for name, value in median.items():
        print(f"{name:14} {value:7.3f} s")
    ratio = (median["guard"] - median["explicit"]) / (median["native"] - median["explicit"])
    again = median["again guarded"] - median["again plain"] - median["detector"]
    print(f"guard over native, each beyond an explicit list: {ratio:.2f}")
    print(f"a further configure, beside the detector: {1000 * again:.1f} ms")


if __name__ == "__main__":
    main()
