import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { OPTIONS } from '../../src/tools/build.ts'
import { schema } from './schema.ts'

const ROOT = join(import.meta.dirname, '../..')

/** The module that tests import as `support/program.ts`. */
export const PROGRAM = join(ROOT, 'dist/test/program.mjs')

/**
 * Bundles what the tests run as a deployment does, but into one module that can be read. An `import()` is then inside it: the runner
 * would load it in another invocation, where a message can't be acknowledged and an object can't reach its storage. `migrations` are
 * those of `readD1Migrations`.
 */
export async function buildProgram(migrations: unknown): Promise<void> {
	await build({
		...OPTIONS,
		entryPoints: [join(import.meta.dirname, 'program.ts')],
		outfile: PROGRAM,
		plugins: [...OPTIONS.plugins, withSql(migrations)],
	})
}

/** Fills `sql.ts`: as bindings the runner would encode these texts for each of its workers. */
const withSql = (migrations: unknown): Plugin => ({
	name: 'with-sql',
	setup(bundler) {
		bundler.onLoad({ filter: /\/support\/sql\.ts$/ }, () => ({
			contents: `export const SCHEMA = ${JSON.stringify(schema())}\nexport const MIGRATIONS = ${JSON.stringify(migrations)}`,
		}))
	},
})
