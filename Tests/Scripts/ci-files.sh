#!/bin/sh
# Reads the files for CI as their runners would, and runs the shell parts of the action on models that are good, bad and
# out of date.
#
# Usage: ci-files.sh MODELGEN
set -eu
cd "$(dirname "$0")/../.."

modelgen=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
work=.build/ci-files
rm -rf "$work"
mkdir -p "$work"

if ! python3 -c 'import yaml' 2>/dev/null; then
    echo 'ci-files: skipped: files for CI; install the package python3-yaml'
    exit 0
fi

# The action's steps as scripts, named by their titles, with the inputs' defaults as a list of variables.
python3 - "$work" <<'END'
import pathlib, re, sys, yaml

work = pathlib.Path(sys.argv[1])
action = yaml.safe_load(open('.github/actions/modelgen/action.yml'))
assert action['runs']['using'] == 'composite'
for step in action['runs']['steps']:
    if 'uses' in step:
        assert '@' in step['uses'], step['name']
        continue
    assert step['shell'] == 'bash' and step['name'] and step['run']
    # What a pull request says must reach a script through variables only.
    assert '${{' not in step['run'], step['name']
    (work / (step['name'].replace(' ', '-').lower() + '.sh')).write_text(step['run'])
    for value in step['env'].values():
        name = re.fullmatch(r'\$\{\{ inputs\.([a-z-]+) \}\}', value)
        assert name is None or name[1] in action['inputs'], value

workflow = yaml.safe_load(open('.github/workflows/models.yml'))
steps = workflow['jobs']['models']['steps']
used = [step for step in steps if step['uses'].endswith('/modelgen')]
assert len(used) == 1 and set(used[0]['with']) <= set(action['inputs'])
assert any('upload-sarif' in step['uses'] for step in steps)

# What the schema of workflows requires, also where nothing is installed that knows the schema.
TOP = {'name', 'run-name', True, 'permissions', 'env', 'defaults', 'concurrency', 'jobs'}
EVENTS = {'pull_request', 'push', 'release', 'schedule', 'workflow_call', 'workflow_dispatch'}
JOB = {
    'name', 'permissions', 'needs', 'if', 'runs-on', 'environment', 'concurrency', 'outputs', 'env', 'defaults', 'steps',
    'timeout-minutes', 'strategy', 'continue-on-error', 'container', 'services',
}
STEP = {'id', 'if', 'name', 'uses', 'run', 'shell', 'with', 'env', 'working-directory', 'continue-on-error', 'timeout-minutes'}
for path in sorted(pathlib.Path('.github/workflows').glob('*.yml')):
    workflow = yaml.safe_load(path.read_text())
    assert set(workflow) <= TOP and {'name', True, 'permissions', 'jobs'} <= set(workflow), (path, set(workflow))
    # YAML reads the key `on` as a truth value.
    assert set(workflow[True]) <= EVENTS and workflow[True], (path, workflow[True])
    for event in workflow[True].get('schedule', []):
        assert len(event['cron'].split()) == 5, (path, event)
    for name, job in workflow['jobs'].items():
        assert re.fullmatch(r'[a-z_][a-z0-9_-]*', name) and set(job) <= JOB, (path, name, set(job) - JOB)
        assert isinstance(job['runs-on'], str) and not job['runs-on'].endswith('-latest') or 'ubuntu' in job['runs-on'], path
        assert job.get('timeout-minutes', 1) > 0 and isinstance(job.get('env', {}), dict), (path, name)
        needs = job.get('needs', [])
        assert set([needs] if isinstance(needs, str) else needs) <= set(workflow['jobs']) - {name}, (path, name)
        assert job['steps'], (path, name)
        for step in job['steps']:
            assert set(step) <= STEP and ('uses' in step) != ('run' in step), (path, step)
            assert 'with' not in step or 'uses' in step, (path, step)
            assert step.get('uses', './').startswith('./') or '@' in step['uses'], (path, step)
            assert '${{' not in step.get('run', ''), (path, step)
            # What a step runs of this project exists.
            for script in re.findall(r'(?:^|\s)((?:Tests|\.ci)/\S+)', step.get('run', '')):
                assert pathlib.Path(script).exists(), (path, script)
            for target in re.findall(r'(?:^|\s)make ([a-z-]+)', step.get('run', '')):
                if 'install' not in step['run']:
                    assert re.search(rf'^{target}:', pathlib.Path('Makefile').read_text(), re.M), (path, target)

for path in pathlib.Path('Sources/Tools/modelgen/Documentation.docc/Resources').glob('ModelsInCI*.yml'):
    contents = yaml.safe_load(path.read_text())
    for job in contents.get('jobs', {}).values():
        used = [step for step in job['steps'] if '/modelgen/.github/actions/modelgen@' in step['uses']]
        assert len(used) == 1 and set(used[0].get('with', {})) <= set(action['inputs']), path

for path in pathlib.Path('.github/ISSUE_TEMPLATE').glob('*.yml'):
    form = yaml.safe_load(path.read_text())
    if path.name == 'config.yml':
        continue
    assert form['name'] and form['description'], path
    names = [part['id'] for part in form['body'] if part['type'] != 'markdown']
    assert names and len(set(names)) == len(names), path

hooks = yaml.safe_load(open('.pre-commit-hooks.yaml'))
for hook in hooks:
    assert {'id', 'name', 'language', 'entry', 'files'} <= set(hook)
    re.compile(hook['files'])
    (work / (hook['id'] + '.hook')).write_text(hook['entry'])
assert re.search(hooks[0]['files'], 'Models/Shop.xcdatamodeld/Shop 2.xcdatamodel/contents')
END

root=$PWD
passed=0
fail() {
    echo "ci-files: $1" >&2
    exit 1
}

# The schemas that GitHub has for these files. The workflow of the tests installs what checks them.
of_schema() {
    schema=$1
    shift
    check-jsonschema --builtin-schema "vendor.$schema" "$@" >"$work/log" 2>&1 || {
        cat "$work/log" >&2
        fail "a file does not have the form of $schema"
    }
}
if command -v check-jsonschema >/dev/null; then
    of_schema github-workflows .github/workflows/*.yml \
        $(grep -l '^jobs:' Sources/Tools/modelgen/Documentation.docc/Resources/ModelsInCI*.yml)
    of_schema github-actions .github/actions/*/action.yml
    of_schema github-issue-forms .github/ISSUE_TEMPLATE/bug.yml .github/ISSUE_TEMPLATE/feature.yml
    of_schema github-issue-config .github/ISSUE_TEMPLATE/config.yml
    passed=$((passed + 1))
elif [ "${GITHUB_ACTIONS:-}" = true ]; then
    fail 'check-jsonschema is not installed'
else
    echo 'ci-files: skipped: the schemas of workflows; install check-jsonschema with pip'
fi
if command -v actionlint >/dev/null; then actionlint; fi

# A step of the action, in a project.
step() {
    (cd "$work/project" && MODELGEN=$modelgen bash --noprofile --norc -eo pipefail "$root/$work/$1.sh")
}
export MODELS STRICT SARIF AGAINST

mkdir -p "$work/project"
cp -R Models/Superheroes.xcdatamodeld Models/Broken/UnknownDestination.xcdatamodeld "$work/project"
cat >"$work/project/modelgen.yml" <<'END'
models: [Superheroes.xcdatamodeld]
generate:
  output: Generated
END

# The tool that the workflow names, or that was built before.
tool_of() {
    GITHUB_OUTPUT=$root/$work/output MODELGEN=$1 TOOL_FOLDER=$root/$work/tool \
        bash --noprofile --norc -eo pipefail "$work/build-modelgen.sh"
}
: >"$work/output"
tool_of "$modelgen" | grep -q ', which the workflow names$' || fail 'the tool that the workflow names is not taken'
grep -q "^modelgen=$modelgen\$" "$work/output" || fail 'the tool that the workflow names is not used'
mkdir -p "$work/tool"
ln -s "$modelgen" "$work/tool/modelgen"
tool_of '' | grep -q ', from the cache$' || fail 'the tool that was built before is built again'
grep -q "^modelgen=$root/$work/tool/modelgen\$" "$work/output" || fail 'the tool that was built before is not used'
# In a checkout, which has only what is committed.
mkdir -p "$work/checkout"
cp -R Package.swift Sources Templates "$work/checkout"
(cd "$work/checkout" && GITHUB_OUTPUT=$root/$work/output MODELGEN='' \
    bash --noprofile --norc -eo pipefail "$root/$work/identify-modelgen.sh") || fail 'the sources of the tool are not found'
grep -Eq '^key=[0-9a-f]{64}$' "$work/output" || fail 'there is no key for the cache'
passed=$((passed + 1))

MODELS='' STRICT=false SARIF=''
step validate-models >"$work/log" || fail 'a good model does not pass'
MODELS='
Superheroes.xcdatamodeld
UnknownDestination.xcdatamodeld'
SARIF=out.sarif
if step validate-models >"$work/log"; then fail 'a bad model passes'; fi
grep -q '^::error file=UnknownDestination.xcdatamodeld/.*,line=[0-9]*,col=[0-9]*' "$work/log" ||
    fail 'there is no annotation'
grep -q '"ruleId": "relationship-destination-unknown"' "$work/project/out.sarif" || fail 'the finding is not in the log'
passed=$((passed + 1))

if step check-generated-code >"$work/log" 2>"$work/errors"; then fail 'code that was never generated passes'; fi
grep -q '^::error ' "$work/log" || fail 'there is no annotation for a stale file'
grep -q '^+.*class Superhero' "$work/log" || fail 'the difference is not shown'
(cd "$work/project" && "$modelgen" generate) || fail 'nothing is generated'
step check-generated-code >"$work/log" || fail 'code that is up to date does not pass'
passed=$((passed + 1))

# A version that was committed, and then edited.
git -C "$work/project" init -q -b main .
git -C "$work/project" add -A
git -C "$work/project" -c user.name=A -c user.email=a@example.com commit -q -m 'Release'
MODELS=Superheroes.xcdatamodeld AGAINST=main
contents=$work/project/Superheroes.xcdatamodeld/Superheroes.xcdatamodel/contents
step guard-released-versions >"$work/log" || fail 'released versions do not pass'
sed -i.old 's/attributeType="String"/attributeType="URI"/' "$contents"
if step guard-released-versions >"$work/log"; then fail 'a released version that was edited passes'; fi
grep -q '^::error file=Superheroes.xcdatamodeld/.*title=version-edited' "$work/log" || fail 'there is no annotation'
mv "$contents.old" "$contents"
passed=$((passed + 1))

# The hooks, as pre-commit would call them.
mkdir -p "$work/bin"
ln -s "$modelgen" "$work/bin/modelgen"
hook() {
    entry=$(cat "$work/$1.hook")
    shift
    (cd "$work/project" && PATH="$root/$work/bin:$PATH" sh -c "$entry \"\$@\"" hook "$@" >"$root/$work/log" 2>&1)
}
hook modelgen-validate Superheroes.xcdatamodeld/Superheroes.xcdatamodel/contents || fail 'a good model is not committed'
if hook modelgen-validate UnknownDestination.xcdatamodeld/UnknownDestination.xcdatamodel/contents; then
    fail 'a bad model is committed'
fi
hook modelgen-breaking || fail 'a version that breaks nothing is not committed'
hook modelgen-check || fail 'code that is up to date is not committed'
sed -i.old 's/attributeType="String"/attributeType="Integer 64"/' \
    "$work/project/Superheroes.xcdatamodeld/Superheroes.xcdatamodel/contents"
if hook modelgen-check; then fail 'code that is out of date is committed'; fi
passed=$((passed + 1))

echo "ci-files: $passed passed, 0 failed"
