// What several statements of a file have in common stands in it once, under a name that comes from what surrounds it.
import { flat, hasTokens, isCall, lay, partsOf, type Statements } from './format-sql.ts'

interface Statement {
	title: string
	sql: string
	/** The names of its question marks. */
	parameters: string[]
}

/** What stands between two parentheses, a call with its arguments, a CASE with its END, or a whole statement. */
interface Node {
	number: number
	kind: 'group' | 'call' | 'case' | 'statement'
	parts: (string | Node)[]
	/** In how many places it stands. What stands in something that is shared counts once. */
	places: number
	/** What it could be called. */
	hint: string
	name?: string
}

/** Something shorter is repeated: a name wouldn't say more. */
const SHORT = 100
/** In how many lines a statement may differ from an earlier one and only say where. */
const FEW = 4

/** The text of each statement, followed by what it shares with itself or with later ones. */
export function textsOf(statements: Statement[]): { title: string; text: string }[] {
	const nodes = new Map<string, Node>()
	const wholes = statements.map(({ title, sql, parameters }) =>
		nodeOf('statement', partsOf(sql, parameters), wordIn(title, 'part'), nodes),
	)
	const names = new Set<string>()
	const found: { title: string; node: Node }[] = []
	const nameShared = ({ parts }: Node) => {
		for (const part of parts) {
			if (typeof part === 'string' || part.name !== undefined) continue
			if (isShared(part)) {
				part.name = nameFor(part.hint, names)
				found.push({ title: `{${part.name}}`, node: part })
			}
			nameShared(part)
		}
	}
	for (const [at, { title }] of statements.entries()) {
		const node = wholes[at] as Node
		found.push({ title, node })
		nameShared(node)
	}
	const texts = found.map(({ title, node }) => ({ title, text: lay(inside(node), 0, 0, node.kind === 'statement') }))
	const byTitle = new Map(texts.map(({ title, text }) => [title, text]))
	const expanded = (text = ''): string => text.replaceAll(/\{\w+\}/g, (name) => expanded(byTitle.get(name)))
	for (const { title, sql, parameters } of statements)
		if (!hasTokens(expanded(byTitle.get(title)), sql, parameters))
			throw new Error(`${title} has become another: ${sql}`)
	return texts.map(({ title, text }, at) => {
		const likes = texts.slice(0, at).flatMap((earlier) => likeOf(earlier, text) ?? [])
		return likes[0] ? { title: `${title}, ${likes[0].like}`, text: likes[0].text } : { title, text }
	})
}

/** What a text replaces in an earlier statement, if they hardly differ. */
function likeOf(earlier: { title: string; text: string }, text: string): { like: string; text: string } | undefined {
	const [name] = /(?<=: ).*/.exec(earlier.title) ?? []
	const [old, now] = [earlier.text.split('\n'), text.split('\n')]
	const least = Math.min(old.length, now.length)
	let start = 0
	while (start < least && old[start] === now[start]) start++
	let end = 0
	while (end < least - start && old.at(-1 - end) === now.at(-1 - end)) end++
	const gone = () => old.slice(start, old.length - end)
	// What goes must be known by its text.
	while (start > 0 && (gone().length === 0 || earlier.text.split(gone().join('\n')).length > 2)) start--
	const come = now.slice(start, now.length - end)
	if (!name || least < 3 * FEW || Math.max(gone().length, come.length) > FEW) return undefined
	if (earlier.text === text) return { like: `the same as ${name}`, text: '' }
	const lines = [...gone().map((line) => `-${line}`), ...come.map((line) => `+${line}`)]
	return { like: `like ${name} but for`, text: lines.join('\n') }
}

const isShared = (node: Node): boolean => node.places > 1 && flat(inside(node)).length >= SHORT

/** A node's own parts, with the names of what is shared. */
function inside({ kind, parts }: Node): Statements[] {
	const own = parts.flatMap((part) => (typeof part === 'string' ? [part] : outside(part)))
	if (kind === 'call') return [own[0] as string, own.slice(1)]
	return kind === 'case' ? ['CASE', ...own, 'END'] : own
}

/** A node as it stands in its place. */
function outside(node: Node): Statements[] {
	const own = isShared(node) ? [`{${node.name ?? 'name'}}`] : inside(node)
	return node.kind === 'group' ? [own] : own
}

function nodeOf(kind: Node['kind'], all: Statements[], hint: string, nodes: Map<string, Node>): Node {
	const parts: (string | Node)[] = []
	for (let at = 0; at < all.length; at++) {
		const part = all[at] as Statements
		const end = part === 'CASE' ? endOf(all, at) : at
		const isFunction = Array.isArray(part) && isCall(all[at - 1]) && all[at - 2] !== 'INSERT INTO'
		const inner = part === 'CASE' ? nodeOf('case', all.slice(at + 1, end), hintOf(all, at, end, hint), nodes) : part
		if (typeof inner === 'string') parts.push(inner)
		else if (!Array.isArray(inner)) parts.push(inner)
		else if (isFunction)
			parts.push(nodeOf('call', [parts.pop() as string, ...inner], hintOf(all, at - 1, end, hint), nodes))
		else parts.push(nodeOf('group', inner, hintOf(all, at, end, hint), nodes))
		at = end
	}
	const key = JSON.stringify([kind, parts.map((part) => (typeof part === 'string' ? part : part.number))])
	const known = nodes.get(key)
	if (known) return known
	for (const part of parts) if (typeof part !== 'string') part.places++
	const made = { number: nodes.size, kind, parts, places: 0, hint }
	nodes.set(key, made)
	return made
}

/** Where the END of a CASE is. */
function endOf(all: Statements[], at: number): number {
	let depth = 0
	return all.findIndex((part, index) => {
		if (index >= at) depth += part === 'CASE' ? 1 : part === 'END' ? -1 : 0
		return index > at && depth === 0
	})
}

/** What the expression from `at` to `end` is called where it stands; otherwise what it stands in. */
function hintOf(all: Statements[], at: number, end: number, outer: string): string {
	const [named, two, one] = [all[at - 3], all[at - 2], all[at - 1]]
	if (all[end + 1] === 'AS') return wordIn(all[end + 2], outer)
	if (one === 'MATERIALIZED') return wordIn(named, outer)
	if (one === 'AS' || one === '=' || one === 'IN' || one === 'NOT IN') return wordIn(two, outer)
	if (one === ',' && String(two).startsWith("'")) return wordIn(two, outer)
	return outer
}

/** A name without quotes and what stands before its dot. */
const wordIn = (part: Statements | undefined, otherwise: string) =>
	/(\w+)['"]?$/.exec(typeof part === 'string' ? part : '')?.[1]?.toLowerCase() ?? otherwise

/** The first free one of `name`, `name_2`, `name_3`. */
function nameFor(hint: string, names: Set<string>): string {
	const numbered = (number: number) => (number === 1 ? hint : `${hint}_${number}`)
	let number = 1
	while (names.has(numbered(number))) number++
	names.add(numbered(number))
	return numbered(number)
}
