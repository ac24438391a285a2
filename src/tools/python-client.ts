// The client for Python as one file, which is how agents get it: the modules of `src/client/python`, joined. The file isn't in git.
// `npm ci` writes it for the package's exports, and so does whatever serves or tests it, if a module has changed.
import { existsSync, globSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './settings.ts'

const MODULES = join(ROOT, 'src/client/python')
/** What the package exports. */
const FILE = join(ROOT, 'src/client/plinth_runtime.py')

const DOCSTRING = /^"""[^]+?"""\n/
const IMPORT = /^(?:from (\S+) )?import (?:\(([^)]+?),?\s*\)|(.+))\n/gm
const DEFINITION = /^(?:(?:async )?def |class |(?=\w+(?:: [^=\n]+)? = ))(\w+)/gm

/** Writes the file, unless it's already that, and returns its text. */
export function writePythonClient(): string {
	const text = joined()
	if (existsSync(FILE) && readFileSync(FILE, 'utf8') === text) return text
	// Several tools may do this at once, and a program may be reading.
	writeFileSync(`${FILE}.${process.pid}`, text)
	renameSync(`${FILE}.${process.pid}`, FILE)
	return text
}

/** The head of the file is `__init__`, then comes each module after those that it imports, and last the command, `__main__`. */
function joined(): string {
	const bodies = new Map<string, string>()
	const imports = new Map<string, Set<string>>()
	const owners = new Map<string, string>()
	const claim = (name: string, owner: string) => {
		const other = owners.get(name) ?? owner
		if (other !== owner) throw new Error(`In one file ${name} can't be of ${other} and of ${owner}`)
		owners.set(name, owner)
	}
	const add = (module: string, above: string[] = []) => {
		if (bodies.has(module)) return
		if (above.includes(module)) throw new Error(`Modules import each other: ${[...above, module].join(', ')}`)
		const source = sourceOf(module)
		for (const [line, from = '', several, one = ''] of source.matchAll(IMPORT)) {
			if (/ as |\*|^from (\.|\.\w+\.\S+) /.test(line)) throw new Error(`${module}.py can't be joined: ${line}`)
			if (from.startsWith('.')) add(from.slice(1), [...above, module])
			else
				for (const name of (several ?? one).trim().split(/,\s*/)) {
					claim(name, from || name)
					imports.set(from, (imports.get(from) ?? new Set()).add(name))
				}
		}
		const docstring = docstringOf(module)
		const body = source.replace(docstring, '').replaceAll(IMPORT, '').trim()
		for (const [, name = ''] of body.matchAll(DEFINITION)) claim(name, `${module}.py`)
		const title = docstring.slice(3, -4).trim().replaceAll(/^/gm, '# ').replaceAll(/ $/gm, '')
		bodies.set(module, module.startsWith('__') ? body : `${title}\n\n\n${body}`)
	}
	add('__init__')
	add('__main__')
	for (const file of globSync('*.py', { cwd: MODULES }))
		if (!bodies.has(file.slice(0, -3))) throw new Error(`No module imports ${file}`)
	const { __init__: head, ...others } = Object.fromEntries(bodies)
	return `${[`${docstringOf('__init__')}\n${importsOf(imports)}\n\n${head}`, ...Object.values(others)].join('\n\n\n')}\n`
}

const sourceOf = (module: string) => readFileSync(join(MODULES, `${module}.py`), 'utf8')

function docstringOf(module: string): string {
	const [docstring] = DOCSTRING.exec(sourceOf(module)) ?? []
	if (!docstring) throw new Error(`${module}.py needs a docstring that says what it holds`)
	return docstring
}

function importsOf(imports: Map<string, Set<string>>): string {
	const { '': modules = [], __future__: features = [], ...others } = Object.fromEntries(imports)
	return [
		`${importOf(['__future__', features])}\n`,
		...[...modules].toSorted().map((module) => `import ${module}`),
		...Object.entries(others).toSorted().map(importOf),
	].join('\n')
}

function importOf([module, names]: [string, Iterable<string>]): string {
	return `from ${module} import ${[...names].toSorted().join(', ')}`
}

if (process.argv[1] === import.meta.filename) writePythonClient()
