import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'
import { ROOT } from './settings.ts'

const TEXTS = 'src/console/text/en'

/**
 * The English texts that no code shows, by their paths. Code shows a text that it names, and all of an object that it takes as a
 * whole: to read it by a key, or as an argument.
 */
export async function unusedTexts(): Promise<string[]> {
	const shown: Shown = { ends: new Set(), parts: new Set() }
	for (const file of globSync('src/{console,tools}/**/*.{ts,tsx}', { cwd: ROOT }))
		if (!file.includes('text/zh/')) collect(file, shown)
	const files = globSync('*.ts', { cwd: join(ROOT, TEXTS) })
	const paths = files.map(async (file) => {
		const texts = (await import(pathToFileURL(join(ROOT, TEXTS, file)).href)) as object
		return Object.entries(texts).flatMap(([name, text]) => leaves(text, `${file} ${name}`))
	})
	const isShown = (path: string) => shown.parts.has(path) || above(path).some((one) => shown.ends.has(one))
	return (await Promise.all(paths)).flat().filter((path) => !isShown(path))
}

/** The paths that code names, and everything that they're a part of. */
interface Shown {
	ends: Set<string>
	parts: Set<string>
}

const leaves = (value: unknown, path: string): string[] =>
	value && typeof value === 'object' && !Array.isArray(value)
		? Object.entries(value).flatMap(([name, below]) => leaves(below, `${path}.${name}`))
		: [path]

/** A path and all that it's a part of. */
const above = (path: string) => [...path.matchAll(/\.(?!ts )/g)].map(({ index }) => path.slice(0, index)).concat(path)

/** Adds what a file shows. A word that functions use for different texts stands for all of them. */
function collect(file: string, shown: Shown): void {
	const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest, true)
	const words = new Map<string, string[]>()
	const name = (word: string, path: string) => words.set(word, [...(words.get(word) ?? []), path])
	const pathsOf = (node: ts.Node): string[] => {
		if (ts.isIdentifier(node)) return words.get(node.text) ?? []
		if (ts.isPropertyAccessExpression(node)) return pathsOf(node.expression).map((path) => `${path}.${node.name.text}`)
		return ts.isAsExpression(node) || ts.isParenthesizedExpression(node) ? pathsOf(node.expression) : []
	}
	const bind = (to: ts.BindingName, paths: string[]): void => {
		for (const path of paths)
			if (ts.isIdentifier(to)) name(to.text, path)
			else
				for (const one of to.elements)
					if (ts.isBindingElement(one)) bind(one.name, [`${path}.${(one.propertyName ?? one.name).getText()}`])
	}
	const see = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) {
			const { text } = node.moduleSpecifier as ts.StringLiteral
			const bindings = node.importClause?.namedBindings
			if (!/text\/en\//.test(text) && !file.startsWith(TEXTS)) return
			if (bindings && ts.isNamedImports(bindings))
				for (const one of bindings.elements)
					name(one.name.text, `${basename(text)} ${(one.propertyName ?? one.name).text}`)
			return
		}
		if (ts.isTypeNode(node)) return
		if (ts.isVariableDeclaration(node) && file.startsWith(TEXTS))
			name(node.name.getText(), `${basename(file)} ${node.name.getText()}`)
		const { parent } = node
		const paths = pathsOf(node)
		if (paths.length === 0) ts.forEachChild(node, see)
		else if (ts.isVariableDeclaration(parent) && parent.initializer === node) bind(parent.name, paths)
		else if (!isName(node))
			for (const path of paths) {
				shown.ends.add(path)
				for (const one of above(path)) shown.parts.add(one)
			}
	}
	// Functions stand above the words that they use.
	see(source)
	see(source)
}

/** Whether a word is the name of something else, such as of a property. */
function isName(node: ts.Node): boolean {
	const { name, propertyName } = node.parent as { name?: ts.Node; propertyName?: ts.Node }
	return !ts.isShorthandPropertyAssignment(node.parent) && (node === name || node === propertyName)
}
