// Part of `npm run check`: every folder that needs a README.md has one, each is short enough to be read, no link between the
// project's own pages is dead, each file and folder exists that a README names, and so does each test that the pages of threats and
// accessibility name.
import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { endOn, ROOT } from './settings.ts'

/** Folders that need a README although they hold no table, schema or route. */
const ROOMS = [
	'',
	'console',
	'client',
	'tools',
	'worker/middleware',
	...globSync('worker/ground/*', { cwd: join(ROOT, 'src') }),
].map((room) => join('src', room))

/** The most words of a README. It's a room's law only while it can be read. */
const MOST_WORDS = 900

/** The most bytes of the front page. */
const MOST_FRONT_PAGE = 5_000

/** What may be longer: results with their dates. Pages of other names, such as those for operators, have no bound. */
const UNBOUNDED = ['test/bench/README.md']

/** A folder or a file in a code span, by the ends of their names. */
const NAMED = /^(?:[a-z][\w-]*\/)+$|^(?:[\w@.-]+\/)*[\w@.-]+\.(?:ts|tsx|mjs|js|py|sql|css|json|html|md|txt|yml|toml)$/

/** The files that any slice may have. */
const OF_SLICES = /^(?:table|schema|routes|configured|events)\.ts$|^(?:triggers|statements)\.sql$/

/** A code block. What looks like a link or a heading in there isn't one. */
const FENCED = /^ *(```+|~~~+)[^\n]*\n[\s\S]*?^ *\1`* *$/gm

const root = process.argv[2] ?? ROOT
const slices = globSync('src/**/{table,schema,routes}.ts', { cwd: root }).map((file) => dirname(file))
const rooms = [...new Set([...ROOMS.filter((room) => existsSync(join(root, room))), ...slices])].map((room) =>
	normalize(`${room}/`),
)
const withoutReadme = rooms.filter((room) => !existsSync(join(root, room, 'README.md')))

const OUTSIDE = ['node_modules/**', '.wrangler/**', 'dist/**']
const pages = globSync(['**/*.md', '.github/**/*.md'], { cwd: root, exclude: OUTSIDE }).toSorted()
const problems = [
	...withoutReadme.toSorted().map((room) => `${room} has no README.md`),
	...[...new Set(pages)].flatMap((page) => linksIn(page).flatMap((link) => problemOf(page, link) ?? [])),
	...[...new Set(pages)].filter((page) => basename(page) === 'README.md').flatMap(problemsOfReadme),
	...['THREATS.md', 'ACCESSIBILITY.md'].flatMap((page) => missingTests(join('.github', page))),
]
endOn(problems)

/** The tests in the last column of a page's tables that don't exist. */
function missingTests(page: string): string[] {
	if (!existsSync(join(root, page))) return []
	const columns = readFileSync(join(root, page), 'utf8').matchAll(/\|([^|\n]*)\|$/gm)
	const names = [...columns].flatMap(([, column]) =>
		[...(column as string).matchAll(/`([^` ]+)`/g)].map(([, name]) => name),
	)
	const tests = new Set(globSync('test/**/*.test.ts', { cwd: root }).map((file) => basename(file, '.test.ts')))
	const isThere = (name: string) => [...tests].some((test) => test === name || test.endsWith(`.${name}`))
	return names
		.filter((name) => !isThere(name as string))
		.map((name) => `${page} names the test ${name}, which doesn't exist`)
}

/** What's wrong with a README itself, in a sentence each. */
function problemsOfReadme(page: string): string[] {
	const text = readFileSync(join(root, page), 'utf8')
	const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length
	return [
		...(words > MOST_WORDS && !UNBOUNDED.includes(page)
			? [`${page} has ${words} words, at most ${MOST_WORDS}: cut what the code or another page says`]
			: []),
		...(page === 'README.md' && Buffer.byteLength(text) > MOST_FRONT_PAGE
			? [`${page} has ${Buffer.byteLength(text)} bytes, at most ${MOST_FRONT_PAGE}`]
			: []),
		...namesIn(text)
			.filter((name) => !isThere(page, name))
			.map((name) => `${page} names ${name}, which doesn't exist`),
	]
}

/** The files and folders that a text names in code spans. A span that's a link names its target. */
function namesIn(text: string): string[] {
	const spans = text
		.replaceAll(FENCED, '')
		.replaceAll(/\[`[^`]+`\]\([^)]*\)/g, '')
		.matchAll(/(?<!`)`([^`\n]+)`(?!`)/g)
	return [...new Set([...spans].map(([, span]) => span as string))].filter(
		(span) => NAMED.test(span) && !OF_SLICES.test(span),
	)
}

/** Whether a file or folder is in a README's folder or below, in its chapter, or where everybody looks. */
function isThere(page: string, name: string): boolean {
	const folder = dirname(page)
	const places = [folder, dirname(folder), 'src/worker', 'src/worker/ground', 'src', 'src/console', 'test', '']
	return (
		places.some((place) => existsSync(join(root, place, name))) ||
		(folder !== '.' && globSync(`${folder}/**/${name}`, { cwd: root }).length > 0)
	)
}

/** The targets of a page's links within this project. */
function linksIn(page: string): string[] {
	const text = withoutCode(page)
	const inline = [...text.matchAll(/\]\(\s*<?([^\s)>]+)>?(?:\s+"[^"]*")?\s*\)/g)]
	const listed = [...text.matchAll(/^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)/gm)]
	return [...inline, ...listed]
		.map(([, target]) => target as string)
		.filter((target) => !/^[a-z][a-z\d+.-]*:/i.test(target))
}

/** What's wrong with a link, in a sentence; undefined if nothing is. */
function problemOf(page: string, link: string): string | undefined {
	const [path, anchor] = link.split('#') as [string, string | undefined]
	const target =
		path === '' ? page : normalize(path.startsWith('/') ? path.slice(1) : join(dirname(page), decodeURI(path)))
	if (!existsSync(join(root, target))) return `${page} links to ${link}: there is no ${target}`
	if (!anchor) return undefined
	const file = statSync(join(root, target)).isDirectory() ? join(target, 'README.md') : target
	if (!file.endsWith('.md') || !existsSync(join(root, file))) return undefined
	return anchorsOf(file).has(anchor) ? undefined : `${page} links to ${link}: ${file} has no heading #${anchor}`
}

/** The anchors of a page's headings, made as GitHub makes them: a repeated one gets a number. */
function anchorsOf(page: string): Set<string> {
	const anchors = new Set<string>()
	const text = readFileSync(join(root, page), 'utf8').replaceAll(FENCED, '')
	for (const [, heading] of text.matchAll(/^#{1,6} +(.+?)(?: +#+)? *$/gm)) {
		const slug = (heading as string)
			.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.toLowerCase()
			.replaceAll(/[^\p{L}\p{N}\p{M}\p{Pc} -]/gu, '')
			.replaceAll(' ', '-')
		let anchor = slug
		for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`
		anchors.add(anchor)
	}
	return anchors
}

function withoutCode(page: string): string {
	return readFileSync(join(root, page), 'utf8')
		.replaceAll(FENCED, '')
		.replaceAll(/(`+)[^`]+\1/g, '')
}
