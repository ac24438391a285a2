// What several statements have in common stands once, below the first that has it, under a name that comes from what surrounds it.
import { flat, hasTokens, isCall, lay, partsOf, type Statements } from './format-sql.ts'

interface Statement {
	/** The folder whose file has it. */
	folder: string
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
	/** The folder whose file has it. */
	folder?: string
	/** What it's like but for a few values: itself, if it's the first of several. */
	like?: Node
	/** These values, by those of the first. */
	values?: Map<string, string> | undefined
}

/** Something shorter is repeated: a name wouldn't say more. */
const SHORT = 100
/** In how many lines a statement may differ from an earlier one, or in how many values a part of it, and only say where. */
const FEW = 4

/** A part that differs from an earlier one in values only is named if it's that long. */
const LONG = 150

/** The text of each statement, followed by what it shares with itself or with later ones, also of other folders. */
export function textsOf(statements: Statement[]): { folder: string; title: string; text: string }[] {
	const nodes = new Map<string, Node>()
	const wholes = statements.map(({ title, sql, parameters }) =>
		nodeOf('statement', partsOf(sql, parameters), wordIn(title, 'part'), nodes),
	)
	findLike(wholes)
	const names = new Set<string>()
	const found: { folder: string; title: string; node: Node }[] = []
	const nameShared = (folder: string, { parts }: Node) => {
		for (const part of parts) {
			if (typeof part === 'string' || part.name !== undefined) continue
			if (isShared(part)) {
				part.name = nameFor(folder, part.hint, names)
				part.folder = folder
				found.push({ folder, title: `{${part.name}}`, node: part })
			}
			if (!part.like || part.like === part) nameShared(folder, part)
		}
	}
	for (const [at, { folder, title }] of statements.entries()) {
		const node = wholes[at] as Node
		found.push({ folder, title, node })
		nameShared(folder, node)
	}
	const texts = found.map(({ folder, title, node }) => ({ folder, ...textOf(folder, title, node) }))
	const byTitle = new Map(texts.map((one) => [`${sliceOf(one.folder)} ${one.title}`, one]))
	const expanded = (folder: string, title: string): string => {
		const [, slice = sliceOf(folder), name] = /^\{(?:([\w-]+)\.)?(\w+)\}$/.exec(title) ?? []
		const one = byTitle.get(name === undefined ? `${sliceOf(folder)} ${title}` : `${slice} {${name}}`)
		const { text, first, values, folder: own } = one as (typeof texts)[number]
		if (first) return expanded(own, first).replaceAll(VALUES, (value) => values?.get(value) ?? value)
		return text.replaceAll(/\{[\w.-]+\}/g, (part) => expanded(own, part))
	}
	for (const { folder, title, sql, parameters } of statements)
		if (!hasTokens(expanded(folder, title), sql, parameters)) throw new Error(`${title} has become another: ${sql}`)
	return texts.map(({ folder, title, text, first, values = new Map<string, string>() }, at) => {
		if (first) {
			const changed = [...values].map(([old, now]) => `${now} for ${old}`)
			return { folder, title: `${title}, like ${first} with ${changed.join(', ')}`, text: '' }
		}
		const earlier = texts.slice(0, at).filter((one) => one.folder === folder)
		const like = earlier.flatMap((one) => likeOf(one, text) ?? [])[0]
		return like ? { folder, title: `${title}, ${like.like}`, text: like.text } : { folder, title, text }
	})
}

const sliceOf = (folder: string) => folder.split('/').at(-1) as string

/** A node as it's printed: whole, or as the first that it's like with other values. */
function textOf(folder: string, title: string, node: Node) {
	const { like, values } = node
	if (like && like !== node) return { title, text: '', first: referenceTo(folder, like), values }
	return { title, text: lay(inside(folder, node), 0, 0, node.kind === 'statement') }
}

const referenceTo = (folder: string, { name = 'name', folder: own = folder }: Node) =>
	own === folder ? `{${name}}` : `{${sliceOf(own)}.${name}}`

/** A string, a parameter, a column or a number. */
const VALUES = /'(?:[^']|'')*'|:\w+|\b[a-z_]\w*\.\w+|(?<![\w.])-?\d[\d.]*/g
const isValue = (token: string) => token.replace(VALUES, '') === ''

/** Finds the parts that differ from an earlier one in a few values only, the outermost first. */
function findLike(wholes: Node[]) {
	const known = new Map<string, Node[]>()
	const visit = ({ parts }: Node) => {
		for (const part of parts) {
			if (typeof part === 'string') continue
			const tokens = tokensIn(part)
			const shape = tokens.map((token) => (isValue(token) ? '?' : token)).join(' ')
			const earlier = known.get(shape) ?? []
			const first = earlier.find((one) => one !== part && valuesBetween(tokensIn(one), tokens))
			if (first && shape.length >= LONG && !earlier.includes(part)) {
				first.like = first
				part.like = first
				part.values = valuesBetween(tokensIn(first), tokens)
			} else {
				known.set(shape, [...earlier, part])
				visit(part)
			}
		}
	}
	for (const whole of wholes) visit(whole)
}

const tokensIn = ({ kind, parts }: Node): string[] => [
	kind,
	...parts.flatMap((part) => (typeof part === 'string' ? [part] : tokensIn(part))),
]

/** The values by which they differ, by those of the first; undefined if there are many, or one stands for several. */
function valuesBetween(first: string[], other: string[]): Map<string, string> | undefined {
	const values = new Map<string, string>()
	for (const [at, old] of first.entries()) {
		const now = other[at] as string
		if ((values.get(old) ?? now) !== now) return undefined
		values.set(old, now)
	}
	const changed = [...values].filter(([old, now]) => old !== now)
	return changed.length <= FEW ? new Map(changed) : undefined
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

const isShared = (node: Node): boolean =>
	node.like !== undefined || (node.places > 1 && flat(inside('', node)).length >= SHORT)

/** A node's own parts, with the names of what is shared. */
function inside(folder: string, { kind, parts }: Node): Statements[] {
	const own = parts.flatMap((part) => (typeof part === 'string' ? [part] : outside(folder, part)))
	if (kind === 'call') return [own[0] as string, own.slice(1)]
	return kind === 'case' ? ['CASE', ...own, 'END'] : own
}

/** A node as it stands in its place. */
function outside(folder: string, node: Node): Statements[] {
	const own = isShared(node) ? [referenceTo(folder, node)] : inside(folder, node)
	return node.kind === 'group' ? [own] : own
}

function nodeOf(kind: Node['kind'], all: Statements[], hint: string, nodes: Map<string, Node>): Node {
	const parts: (string | Node)[] = []
	for (let at = 0; at < all.length; at++) {
		const part = all[at] as Statements
		const end = part === 'CASE' ? endOf(all, at) : at
		const isArgument = kind === 'call' && at === 1
		const isFunction = Array.isArray(part) && !isArgument && isCall(all[at - 1]) && all[at - 2] !== 'INSERT INTO'
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

/** The first free one of `name`, `name_2`, `name_3` in a folder. */
function nameFor(folder: string, hint: string, names: Set<string>): string {
	const numbered = (number: number) => (number === 1 ? hint : `${hint}_${number}`)
	let number = 1
	while (names.has(`${folder} ${numbered(number)}`)) number++
	names.add(`${folder} ${numbered(number)}`)
	return numbered(number)
}
