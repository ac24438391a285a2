// Part of `npm run check`: an error carries each reason of the catalogue, and a route line declares no reason that nothing behind it
// could carry. Types hold the other direction: a reason that isn't in the catalogue doesn't compile.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { REASONS } from '../worker/ground/http/reasons.ts'
import { endOn, ROOT } from './settings.ts'

/** What a file names: reasons of its own, those that its route lines declare, and other files. */
interface Names {
	made: Set<string>
	declared: Set<string>
	imports: string[]
}

const CATALOGUE = /^src\/worker\/ground\/http\/([a-z-]+-)?(reasons|codes|decided-by)\.ts$/
/** It gives every handler what asks for a proof. */
const EVERYWHERE = 'src/worker/middleware/authenticate.ts'

const files = globSync('src/worker/**/*.ts', { cwd: ROOT }).filter((file) => !CATALOGUE.test(file))
const names = new Map(files.map((file) => [file, namesIn(file)]))
const isMade = (reason: string, among: Iterable<string>) =>
	[...among].some((file) =>
		[...(names.get(file)?.made ?? [])].some((made) => made === reason || isFamily(made, reason)),
	)
const problems = Object.keys(REASONS)
	.filter((reason) => !isMade(reason, files))
	.map((reason) => `No error carries '${reason}': throw it, or take it out of the catalogue`)
for (const [file, { declared }] of names) {
	const behind = declared.size > 0 ? reachable(file, reachable(EVERYWHERE)) : []
	for (const reason of declared)
		if (!isMade(reason, behind)) problems.push(`${file}: take '${reason}' out of refuses(…)`)
}
endOn(problems)

/** A template's beginning, such as `smtp.`, stands for all that begin so. */
function isFamily(made: string, reason: string): boolean {
	return made.endsWith('.') && reason.startsWith(made)
}

function namesIn(file: string): Names {
	const found: Names = { made: new Set(), declared: new Set(), imports: [] }
	const visit = (node: ts.Node, into: Set<string>) => {
		const isRefuses = ts.isCallExpression(node) && node.expression.getText() === 'refuses'
		if (ts.isStringLiteral(node) && node.text.startsWith('.'))
			found.imports.push(normalize(join(dirname(file), node.text)))
		else if (ts.isStringLiteral(node)) into.add(node.text)
		if (ts.isTemplateHead(node)) into.add(node.text)
		ts.forEachChild(node, (child) => visit(child, isRefuses ? found.declared : into))
	}
	const source = readFileSync(join(ROOT, file), 'utf8')
	visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true), found.made)
	return found
}

/** The files that a file imports, directly or indirectly. */
function reachable(file: string, found = new Set<string>()): Set<string> {
	if (found.has(file)) return found
	found.add(file)
	for (const next of names.get(file)?.imports ?? []) reachable(next, found)
	return found
}
