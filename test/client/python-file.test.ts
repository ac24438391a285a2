import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// The client for Python is written as modules, and agents get one file. Both have to be the same client.

const CLIENT = join(import.meta.dirname, '../../src/client')
const CALLS = ['begin', 'close', 'entitlement', 'flag', 'flush', 'list_mcp', 'report', 'resolve_model', 'resolve_tool']

/** What programs may use of it. A name that's gone breaks agents that run. */
const PUBLIC = {
	Aborted: ['reason', 'status'],
	AsyncPlinth: CALLS,
	Clock: ['monotonic', 'now', 'random', 'wait'],
	FileStore: ['close', 'delete', 'get', 'keys', 'set'],
	Invalid: ['reason', 'status'],
	OtherLoop: ['reason', 'status'],
	Plinth: CALLS,
	PlinthError: ['reason', 'status'],
	Refused: ['reason', 'status'],
	ReportsFull: ['reason', 'status'],
	Run: ['end', 'entitlements', 'flags', 'is_local', 'mcp', 'model', 'progress', 'spent', 'tools'],
	Stopped: ['reason', 'status'],
	StoreLocked: ['reason', 'status'],
	Unavailable: ['reason', 'status'],
	Untrusted: ['reason', 'status'],
	keygen: [],
}

/** Runs a program with the client's folder on its path, and returns the JSON that it prints. */
const inPython = (program: string): unknown =>
	JSON.parse(
		execFileSync(
			'/usr/bin/python3',
			['-B', '-c', `import json, sys\nsys.path.insert(0, sys.argv[1])\n${program}`, CLIENT],
			{
				encoding: 'utf8',
			},
		),
	)

test.each(['plinth_runtime', 'python'])('%s has the public names of the client, and no others', (name) => {
	const names = inPython(`
import ${name} as client
ours = {name: getattr(client, name) for name in client.__all__}
base = {*dir(Exception), *dir(ValueError)}
print(json.dumps({name: [one for one in dir(of) if one[0] != "_" and one not in base] if isinstance(of, type) else [] for name, of in ours.items()}))`)
	expect(names).toEqual(PUBLIC)
})

test('each module imports what it uses, and nothing else', () => {
	const problems = inPython(`
import ast, builtins, importlib, pkgutil
import python
problems = []
for name in [one.name for one in pkgutil.iter_modules(python.__path__)]:
    module = importlib.import_module(f"python.{name}")
    tree = ast.parse(open(module.__file__).read())
    nodes = list(ast.walk(tree))
    used = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}
    own = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    own |= {node.arg for node in nodes if isinstance(node, ast.arg)}
    own |= {node.name for node in nodes if isinstance(node, (ast.ExceptHandler, ast.MatchAs))}
    imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    given = {one.name.split(".")[0] for node in imports for one in node.names} - {"annotations"}
    problems += [f"{name} uses {one}" for one in sorted(used - own - {*dir(module), *dir(builtins)})]
    problems += [f"{name} doesn't use {one}" for one in sorted(given - used)]
print(json.dumps(problems))`)
	expect(problems).toEqual([])
})
