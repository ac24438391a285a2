// Part of `npm run check`: what npm's scripts run in Node imports nothing that only Workers have. Such a program would end at its first
// line, and those of the night are started by nobody for weeks.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { endOn, ROOT } from './settings.ts'

const root = process.argv[2] ?? ROOT

const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: Record<string, string> }
const programs = Object.values(scripts).flatMap((script) =>
	[...script.matchAll(/\bnode (?:--import \S+ )?(\S+\.ts)/g)].map(([, file = '']) => file),
)

/** The imports by which a file reaches a module of Workers, from the file to the module; undefined if it reaches none. */
function wayOut(file: string, seen: Set<string>): string[] | undefined {
	if (seen.has(file) || !existsSync(join(root, file))) return undefined
	seen.add(file)
	for (const target of valuesOf(file)) {
		if (target.startsWith('cloudflare:')) return [file, target]
		const way = target.startsWith('.') && wayOut(normalize(join(dirname(file), target)), seen)
		if (way) return [file, ...way]
	}
	return undefined
}

/** What a file imports as soon as it's loaded. */
function valuesOf(file: string): string[] {
	const { statements } = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest)
	return statements.flatMap((one) => {
		const isType =
			(ts.isImportDeclaration(one) && one.importClause?.isTypeOnly) || (ts.isExportDeclaration(one) && one.isTypeOnly)
		const from = ts.isImportDeclaration(one) || ts.isExportDeclaration(one) ? one.moduleSpecifier : undefined
		return !isType && from && ts.isStringLiteral(from) ? [from.text] : []
	})
}

const ways = [...new Set(programs)].flatMap((file) => wayOut(file, new Set())?.join(' → ') ?? [])
endOn(ways.map((way) => `Node can't run this: ${way}`))
