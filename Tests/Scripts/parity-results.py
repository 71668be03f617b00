"""Runs tests of the module CoreData with Apple's framework, and compares the results with the expected deviations.

Usage: parity-results.py DEVIATIONS RESULTS OPTIONS...

DEVIATIONS is the list of deviations, and RESULTS the file to write all results to. The options are those of `swift test` that find
the built package. Each suite runs in a process of its own, because an exception of the framework ends the process, and one test
after the other, because models of several tests have the same classes. The tests of a suite that didn't end by itself run again one
by one.
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

MODULE = "CoreDataTests"
SUITE_SECONDS = int(os.environ.get("PARITY_SECONDS", "300"))


def deviations(path):
    """The tests that aren't run, and those that are expected to fail, with the reasons."""
    found = {"omitted": {}, "differs": {}}
    for line in pathlib.Path(path).read_text().splitlines():
        match = re.fullmatch(r"(omitted|differs) (\S+\)): (.+)", line)
        if match:
            found[match[1]][match[2]] = match[3]
    return found["omitted"], found["differs"]


def pattern(test):
    return re.escape(f"{MODULE}.{test}")


def run(options, tests, seconds):
    """The result of each test that ran to its end: None if it passed, or the message of the failure; and what ended the process."""
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder, "report.xml")
        command = ["swift", "test", "--skip-build", "--disable-xctest", "--no-parallel", *options, "--xunit-output", str(report)]
        for test in tests:
            command += ["--filter", pattern(test)]
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace",
            start_new_session=True)
        try:
            output, _ = process.communicate(timeout=seconds)
            end = None
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            output, _ = process.communicate()
            end = f"no end after {seconds} seconds"
        # The name depends on whether XCTest runs, too.
        reports = [report.with_name("report-swift-testing.xml"), report]
        cases = {}
        for path in reports:
            try:
                root = xml.etree.ElementTree.parse(path).getroot()
            except (FileNotFoundError, xml.etree.ElementTree.ParseError):
                # The process that ends early leaves an incomplete report.
                continue
            for case in root.iter("testcase"):
                suite = case.get("classname").removeprefix(f"{MODULE}.")
                failures = [failure.get("message") or "" for failure in case.findall("failure")]
                skipped = case.find("skipped") is not None
                result = "; ".join(failures) if failures else "skipped" if skipped else None
                cases[f"{suite}/{case.get('name')}"] = result
        if not cases and end is None:
            # The last lines have the exception, or the signal.
            lines = [line.strip() for line in output.splitlines() if line.strip()]
            telling = [line for line in lines if re.search(r"Terminating app|Fatal error|Precondition failed|signal", line)]
            end = telling[0] if telling else " / ".join(lines[-3:])
        return cases, end


def main():
    omitted, differs = deviations(sys.argv[1])
    options = sys.argv[3:]
    listed = subprocess.run(
        ["swift", "test", "list", "--skip-build", *options], check=True, capture_output=True, text=True).stdout
    tests = [line.removeprefix(f"{MODULE}.") for line in listed.splitlines() if line.startswith(f"{MODULE}.")]
    unknown = sorted((set(omitted) | set(differs)) - set(tests))
    suites = {}
    for test in tests:
        if test not in omitted:
            suites.setdefault(test.split("/")[0], []).append(test)
    results = {}
    for suite, members in sorted(suites.items()):
        cases, end = run(options, members, SUITE_SECONDS)
        missing = [test for test in members if test not in cases]
        results.update({test: cases[test] for test in members if test in cases})
        for test in missing:
            cases, end = run(options, [test], 60)
            results[test] = cases.get(test, f"ended the process: {end}")
        failed = sum(1 for test in members if results[test] not in (None, "skipped"))
        print(f"parity: {suite}: {len(members)} tests, {failed} failed", flush=True)

    lines = []
    problems = []
    # Exit tests need a newer compiler. That each test is in the sources, a test of the repository checks.
    for test in unknown:
        lines.append(f"absent   {test}: this compiler leaves it out")
    for test in sorted(tests):
        if test in omitted:
            lines.append(f"omitted  {test}: {omitted[test]}")
            continue
        result = results[test]
        expected = differs.get(test)
        if result == "skipped":
            lines.append(f"skipped  {test}")
        elif result is None and expected:
            lines.append(f"agrees   {test}")
            problems.append(f"{test} passes; remove it from the list of deviations")
        elif result is None:
            lines.append(f"passed   {test}")
        elif expected:
            lines.append(f"differs  {test}: {expected}")
        else:
            lines.append(f"failed   {test}: {result}")
            problems.append(f"{test} fails: {result}")
    pathlib.Path(sys.argv[2]).write_text("\n".join(lines) + "\n")
    for problem in problems:
        print(f"parity: {problem}")
    counts = {word: sum(1 for line in lines if line.startswith(word)) for word in ("passed", "differs", "omitted", "failed")}
    print(f"parity: {counts['passed']} passed, {counts['differs']} differ as expected, {counts['omitted']} omitted, "
          f"{len(problems)} problems")
    sys.exit(1 if problems else 0)


main()
