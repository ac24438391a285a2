import { readFileSync } from 'node:fs'
import type { Plugin } from 'esbuild'

interface Edit {
	/** The end of the file's path. */
	file: string
	/** What goes, and what stands there instead. */
	from: RegExp
	to: string
}

/**
 * What our libraries bring along and the Worker never runs. A bundler can't tell, because it hangs on a class. Whoever needs a part
 * takes its line away; until then a test that reaches it fails, as the tests run the same bundle.
 */
const EDITS: Edit[] = [
	// `meta` returns a schema as it is when it has nothing to say of it. The copies were a sixth of the start.
	{
		file: 'zod/v4/classic/schemas.js',
		from: /(?<=\n {4}meta\(\.\.\.args\) \{\n)/,
		to: 'if (args.length > 0 && args[0] === undefined) return this;\n',
	},
	// The deprecated `z.string().email()` and its like: each string would bring every format there is. `z.email()` stays.
	{
		file: 'zod/v4/classic/schemas.js',
		from: /, \{\n {4}email\(params\) \{[^]*?\n\}\);(?=\nexport function string\()/,
		to: ');',
	},
	// Our own sentences replace those in English.
	{ file: 'zod/v4/classic/schemas.js', from: /core\.config\(en\(\)\)/, to: '{}' },
	// It follows values that contain themselves. JSON has none.
	{ file: 'zod/v4/classic/schemas.js', from: /core\.config\(\{ memoizer: core\.memoizer\(\) \}\)/, to: '{}' },
	// A name taken out of `export * as` keeps all of its module.
	{
		file: 'zod/v4/classic/schemas.js',
		from: /import \{ util \} from "..\/core\/index.js"/,
		to: 'import * as util from "../core/util.js"',
	},
	{ file: 'zod/v4/classic/schemas.js', from: /core\.util\./, to: 'util.' },
	// It compiles a schema by `new Function`, which workerd refuses.
	{ file: 'zod/v4/classic/schemas.js', from: /core\.\$ZodObjectJIT/, to: 'core.$ZodObject' },
	// `db.query`. We write our joins.
	{ file: 'drizzle-orm/sqlite-core/dialect.js', from: /\n {2}buildRelationalQuery\(\{[^]*?\n {2}\}\n(?=\})/, to: '\n' },
	{ file: 'drizzle-orm/sqlite-core/db.js', from: /new RelationalQueryBuilder\(/, to: 'Error(' },
	{ file: 'drizzle-orm/d1/driver.js', from: /extractTablesRelationalConfig\(\n/, to: 'Error(\n' },
	{
		file: 'drizzle-orm/d1/driver.js',
		from: /config\.schema,\n +createTableRelationsHelpers\n/,
		to: "'no relations'\n",
	},
	// The enums of Postgres.
	{ file: 'drizzle-orm/sql/sql.js', from: /isPgEnum\(chunk\)/, to: 'false' },
	// The app has a router of its own, and a slice's routes are only copied into it.
	{
		file: 'hono/dist/hono.js',
		from: /new SmartRouter\(\{ routers: \[new RegExpRouter\(\), new TrieRouter\(\)\] \}\)/,
		to: "{ name: 'none', add() {} }",
	},
	// The Worker's tables are those of the newest migration, whose name is all it says of them.
	{ file: 'drizzle/meta/_journal.json', from: /(?<="entries": \[)[^]*(?=\{[^{}]*\}\s*\]\s*\}\s*$)/, to: '' },
]

const escaped = (text: string) => text.replaceAll(/[.$]/g, String.raw`\$&`)

export const leanerLibraries: Plugin = {
	name: 'leaner-libraries',
	setup(bundler) {
		for (const [file, edits] of Map.groupBy(EDITS, (edit) => edit.file))
			bundler.onLoad({ filter: new RegExp(`/${escaped(file)}$`) }, ({ path }) => {
				let contents = readFileSync(path, 'utf8')
				for (const { from, to } of edits) {
					if (!from.test(contents)) throw new Error(`${path} has no ${from.source}`)
					contents = contents.replace(from, () => to)
				}
				return { contents, loader: file.endsWith('.json') ? 'json' : 'js' }
			})
	},
}
