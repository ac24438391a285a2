// `npm run packages` makes what is published: `plinth-runtime` for npm and for PyPI, from the clients' sources and with the version of
// this project, in `dist/packages`. It publishes nothing.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { buildSync } from 'esbuild'
import ts from 'typescript'
import packageJson from '../../package.json' with { type: 'json' }
import { run } from './command.ts'
import { Failure } from './failure.ts'
import { ROOT } from './settings.ts'

const CLIENT = join(ROOT, 'src/client')
const { version, license } = packageJson
const { GITHUB_REPOSITORY } = process.env
const ABOUT = {
	name: 'plinth-runtime',
	version,
	description: "Plinth's client for agents: models, tools, budgets and the reports of runs",
	license,
}

/** What npm's package exports, by file. */
const EXPORTS = {
	'.': 'runtime.ts',
	'./file-store': 'file-store.ts',
	'./ai': 'adapters/ai.ts',
	'./openai-agents': 'adapters/openai-agents.ts',
	'./langchain': 'adapters/langchain.ts',
	'./openai': 'adapters/sdk.ts',
	'./anthropic': 'adapters/sdk.ts',
	'./claude-agent': 'adapters/claude-agent.ts',
}

/** The frameworks that the adapters were tested with. Their types aren't needed. */
const PEERS = {
	'@anthropic-ai/claude-agent-sdk': '>=0.3 <0.4',
	'@anthropic-ai/sdk': '>=1 <2',
	'@langchain/core': '>=1.4 <2',
	'@openai/agents': '>=0.20 <0.21',
	ai: '>=7 <8',
	openai: '>=7 <8',
}

/** Makes both, and returns their files. */
export function makePackages(folder: string): { npm: string; wheel: string; sdist: string } {
	rmSync(folder, { recursive: true, force: true })
	for (const language of ['npm', 'python']) {
		mkdirSync(join(folder, language), { recursive: true })
		for (const file of [join(CLIENT, 'package/README.md'), join(ROOT, 'LICENSE')])
			cpSync(file, join(folder, language, file.slice(file.lastIndexOf('/'))))
	}
	const npm = packNpm(folder)
	try {
		return { npm, ...buildPython(folder) }
	} catch {
		const tools = "Debian's python3-build and python3-hatchling"
		throw new Failure(
			`Couldn't build those for Python. That takes ${tools}. The one for npm is ${relative(ROOT, npm)}.`,
		)
	}
}

function packNpm(folder: string): string {
	const place = join(folder, 'npm')
	const files = [...new Set(Object.values(EXPORTS))]
	buildSync({
		entryPoints: files.map((file) => join(CLIENT, file)),
		outbase: CLIENT,
		outdir: place,
		bundle: true,
		splitting: true,
		chunkNames: 'shared/[hash]',
		format: 'esm',
		target: 'node20',
		conditions: ['import'],
		external: ['node:*'],
		legalComments: 'none',
	})
	writeTypes(files, place)
	const paths = Object.entries(EXPORTS).map(([name, file]) => {
		const path = `./${file.replace(/\.ts$/, '')}`
		return [name, { types: `${path}.d.ts`, default: `${path}.js` }]
	})
	const manifest = {
		...ABOUT,
		type: 'module',
		engines: { node: '>=20.16' },
		sideEffects: false,
		// npm compares it with where a package says that it was built.
		...(GITHUB_REPOSITORY && { repository: { type: 'git', url: `git+https://github.com/${GITHUB_REPOSITORY}.git` } }),
		exports: Object.fromEntries(paths) as object,
		peerDependencies: PEERS,
		peerDependenciesMeta: Object.fromEntries(Object.keys(PEERS).map((name) => [name, { optional: true }])) as object,
	}
	writeFileSync(join(place, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
	execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: place, stdio: 'ignore' })
	return join(folder, `plinth-runtime-${version}.tgz`)
}

/** The types as the compiler derives them, with the names that the files have then. */
function writeTypes(files: string[], place: string) {
	const { options } = ts.parseJsonConfigFileContent(
		ts.readConfigFile(join(ROOT, 'tsconfig.json'), (file) => readFileSync(file, 'utf8')).config,
		ts.sys,
		ROOT,
	)
	const program = ts.createProgram(
		files.map((file) => join(CLIENT, file)),
		{ ...options, noEmit: false, declaration: true, emitDeclarationOnly: true, stripInternal: true, types: ['node'] },
	)
	const { diagnostics } = program.emit(undefined, (name, text) => {
		const file = join(place, relative(CLIENT, name))
		mkdirSync(dirname(file), { recursive: true })
		writeFileSync(file, text.replaceAll(/(from '\.[^']+|import\("\.[^"]+)\.ts(?=['"])/g, '$1.js'))
	})
	const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics]
	if (problems.length > 0) throw new Error(ts.formatDiagnostics(problems, ts.createCompilerHost(options)))
}

const PROJECT = `[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "${ABOUT.name}"
version = "${version}"
description = "${ABOUT.description}"
readme = "README.md"
license = { text = "${license}" }
requires-python = ">=3.11"
dependencies = ["httpx>=0.23.3", "jwcrypto>=1.1.0"]

[tool.hatch.build]
packages = ["plinth_runtime"]
`

/** With the tools of the system, because a build that fetches its tools isn't the same twice. */
function buildPython(folder: string): { wheel: string; sdist: string } {
	const place = join(folder, 'python')
	for (const file of globSync('*.py', { cwd: join(CLIENT, 'python') }))
		cpSync(join(CLIENT, 'python', file), join(place, 'plinth_runtime', file))
	writeFileSync(join(place, 'plinth_runtime/py.typed'), '')
	writeFileSync(join(place, 'pyproject.toml'), PROJECT)
	const env = { ...process.env, SOURCE_DATE_EPOCH: '499162500' }
	execFileSync('/usr/bin/python3', ['-m', 'build', '--no-isolation', '--skip-dependency-check', '--outdir', folder], {
		cwd: place,
		env,
	})
	const name = join(folder, `plinth_runtime-${version}`)
	return { wheel: `${name}-py3-none-any.whl`, sdist: `${name}.tar.gz` }
}

if (process.argv[1] === import.meta.filename)
	await run(() => {
		for (const file of Object.values(makePackages(join(ROOT, 'dist/packages')))) console.log(relative(ROOT, file))
		return Promise.resolve(0)
	})
