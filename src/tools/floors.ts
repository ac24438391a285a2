// Part of `npm run check`: imports only point downwards, from floor to floor, chapter to chapter and slice to slice, and in the
// console from folder to folder, and never form a cycle. Type-only imports count too.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { endOn, ROOT } from './settings.ts'

const root = process.argv[2] ?? ROOT

const LEAVES = ['context.ts', 'isolate.ts', 'principal.ts']

/** The slices of each chapter, and the chapters, highest first. This check reads the same map as people do. */
const ORDER = readOrder(join(root, 'src/README.md'))

const CHAPTERS = new Set(ORDER.map(chapterOf))

/** The folders of the console and the files beside them, highest first, as its own map lists them. */
const ROOMS = readRooms(join(root, 'src/console/README.md'))

type Floor = 'the ground' | 'a chapter' | 'the console' | 'the clients' | 'the middleware' | 'the top' | 'the tools'

/** How high a floor is. The tools stand outside: they import what they like, and nobody imports them. */
const HEIGHT: Record<Floor, number> = {
	'the ground': 0,
	'a chapter': 1,
	'the console': 1,
	'the clients': 1,
	'the middleware': 2,
	'the top': 3,
	'the tools': 4,
}

const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.d.ts'))
const imports = new Map(files.toSorted().map((file) => [file, importsOf(file)]))
const problems = [...imports].flatMap(([file, targets]) => [
	...(floorOf(file)
		? []
		: [
				`${file} is on no floor: add it to the map in ${file.startsWith('src/console/') ? 'src/console' : 'src'}/README.md, at its place in the order`,
			]),
	...targets.flatMap((target) => problemOf(file, target) ?? []),
])
const imported = new Set([...imports.values()].flat())
problems.push(
	...files
		.filter((file) => /^src\/worker\/.*routes\.ts$/.test(file) && !imported.has(file))
		.map((file) => `${file} is mounted nowhere: mount it in src/worker/app.ts`),
)
problems.push(...circles(imports).map((circle) => `Cyclic imports: ${circle.join(' → ')}`))
endOn(problems)

/** The slices of the map, `billing/credits`, in its order. */
function readOrder(page: string): string[] {
	const rows = readFileSync(page, 'utf8').matchAll(/^\| `([a-z-]+)\/` +\| \[.*$/gm)
	return [...rows].flatMap(([row, chapter]) =>
		[...row.matchAll(/\]\(worker\/([a-z-]+\/[a-z-]+)\/README\.md\)/g)].flatMap(([, slice]) =>
			slice?.startsWith(`${chapter}/`) ? [slice] : [],
		),
	)
}

/** The folders and files of the second column of that map. */
function readRooms(page: string): string[] {
	const map = /^## The floors$.*?^## /ms.exec(readFileSync(page, 'utf8'))?.[0] ?? ''
	const cells = [...map.matchAll(/^\| [a-z]+ \|([^|]+)\|/gm)].map(([, cell = '']) => cell)
	return cells.flatMap((cell) => [...cell.matchAll(/`([^`/]+)\/?`/g)].map(([, room = '']) => room))
}

function chapterOf(slice: string): string {
	return slice.slice(0, slice.indexOf('/'))
}

/** The files of this project that a file imports, including type-only and dynamic imports, as paths below the root. */
function importsOf(file: string): string[] {
	const source = ts.createSourceFile(file, readFileSync(join(root, file), 'utf8'), ts.ScriptTarget.Latest)
	const found: string[] = []
	const visit = (node: ts.Node) => {
		const name = moduleOf(node)
		if (name?.startsWith('.')) found.push(normalize(join(dirname(file), name)))
		ts.forEachChild(node, visit)
	}
	visit(source)
	return [...new Set(found)].filter((path) => existsSync(join(root, path)))
}

/** What a node imports: `import … from 'x'`, `export … from 'x'`, `import('x')`, as a value or as a type. */
function moduleOf(node: ts.Node): string | undefined {
	const name =
		ts.isImportDeclaration(node) || ts.isExportDeclaration(node)
			? node.moduleSpecifier
			: ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)
				? node.argument.literal
				: ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
					? node.arguments[0]
					: undefined
	return name && ts.isStringLiteral(name) ? name.text : undefined
}

/** The floor of a file in `src`; undefined if its folder isn't known. */
function floorOf(file: string): Floor | undefined {
	const [, program, folder = '', ...rest] = file.split('/')
	if (program === 'tools') return 'the tools'
	if (program === 'client') return 'the clients'
	if (program === 'console') return placeOfRoom(roomOf(file)) >= 0 ? 'the console' : undefined
	if (program !== 'worker') return undefined
	if (rest.length === 0) return LEAVES.includes(folder) ? 'the ground' : 'the top'
	if (folder === 'ground') return 'the ground'
	if (folder === 'middleware') return 'the middleware'
	return CHAPTERS.has(folder) ? 'a chapter' : undefined
}

/** The slice of a file of a chapter. */
function sliceOf(file: string): string {
	return file.split('/').slice(2, 4).join('/')
}

/** The folder of the console that a file is in, or the file itself if it's in none. */
function roomOf(file: string): string {
	return file.split('/')[2] ?? ''
}

/** The position in the order, the highest first. A file next to a chapter's slices is below all of them, and a new slice above. */
function placeOf(slice: string): number {
	const place = ORDER.indexOf(slice)
	const isOfChapter = (other: string) => chapterOf(other) === chapterOf(slice)
	if (place >= 0) return place
	return slice.endsWith('.ts') ? ORDER.findLastIndex(isOfChapter) + 0.5 : ORDER.findIndex(isOfChapter) - 0.5
}

/** What's wrong with one slice's import of another, in a sentence; undefined if nothing is. */
function problemOfSlices(slice: string, target: string): string | undefined {
	if (placeOf(target) >= placeOf(slice)) return undefined
	const isSameChapter = chapterOf(slice) === chapterOf(target)
	if (isSameChapter && !ORDER.includes(target))
		return `${target} is new, and above the others of its chapter: give it its place in the order of src/README.md`
	const [low, high] = isSameChapter ? [slice, target] : [chapterOf(slice), chapterOf(target)]
	return `${low} is below ${high} in the order of src/README.md. Move what both need to a slice below, or what joins them to one above`
}

/** The position in that order, the highest first. A new folder is above the other screens. */
function placeOfRoom(room: string): number {
	const isFolder = !room.includes('.')
	return ROOMS.includes(room) || !isFolder ? ROOMS.indexOf(room) : ROOMS.indexOf('shell') + 0.5
}

/** What's wrong with an import within the console, in a sentence; undefined if nothing is. */
function problemOfRooms(room: string, target: string): string | undefined {
	if (placeOfRoom(target) >= placeOfRoom(room)) return undefined
	if (!ROOMS.includes(target))
		return `${target} is new, and above the other screens: give it its place in the order of src/console/README.md`
	return `${room} is below ${target} in the order of src/console/README.md. Move what both need to a folder below, or what joins them to one above`
}

/** What's wrong with an import, in a sentence; undefined if nothing is. */
function problemOf(file: string, target: string): string | undefined {
	const fact = `${file} imports ${target}`
	if (target.startsWith('test/')) return `${fact}: nothing in src imports a test`
	const [from, to] = [floorOf(file), target.startsWith('src/') ? floorOf(target) : undefined]
	if (!from || !to || from === 'the tools') return undefined
	if (to === 'the tools') return `${fact}: only tools import tools`
	if (HEIGHT[to] > HEIGHT[from])
		return `${fact}: ${from} ${to === 'a chapter' ? 'imports no chapter' : `does not import ${to}`}`
	if (
		to === 'a chapter' &&
		file.startsWith('src/worker/changes/') &&
		isConfigured(dirname(target)) &&
		!target.endsWith('/configured.ts')
	)
		return `${fact}: what changes/ must know about a kind belongs in ${dirname(target)}/configured.ts`
	const upward =
		(from === 'a chapter' && to === 'a chapter' && problemOfSlices(sliceOf(file), sliceOf(target))) ||
		(from === 'the console' && to === 'the console' && problemOfRooms(roomOf(file), roomOf(target)))
	if (upward) return `${fact}: ${upward}`
	const isRoutes = target.endsWith('routes.ts') && from !== 'the top' && dirname(file) !== dirname(target)
	return isRoutes ? `${fact}: only app.ts and the slice itself import its routes` : undefined
}

/** Whether a folder is a slice that owns configuration. */
function isConfigured(folder: string): boolean {
	return existsSync(join(root, folder, 'configured.ts'))
}

/** Cycles of imports: at least one for every group of files that import each other, directly or not. */
function circles(graph: Map<string, string[]>): string[][] {
	const found: string[][] = []
	const done = new Set<string>()
	const walk = (file: string, path: string[]) => {
		const start = path.indexOf(file)
		if (start >= 0) found.push([...path.slice(start), file])
		if (start >= 0 || done.has(file)) return
		for (const target of graph.get(file) ?? []) walk(target, [...path, file])
		done.add(file)
	}
	for (const file of graph.keys()) walk(file, [])
	return found
}
