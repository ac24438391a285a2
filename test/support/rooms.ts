/** Vite's: the files that match, by path. It's replaced at build time, so it must be written exactly like this. */
interface Vite {
	glob: (patterns: string[]) => Record<string, unknown>
}

// We only want the paths: nothing is imported. Vitest doesn't cache a module whose text has `import.meta.glob(`, as this line
// does. If it did, it wouldn't notice a new slice.
const files = Object.keys(
	(import.meta as unknown as Vite).glob([
		'../../src/worker/**/{table,schema,routes}.ts',
		'../../src/worker/**/*-routes.ts',
		'../../src/worker/**/README.md',
	]),
)

const folderOf = (path: string) => path.slice('../../'.length, path.lastIndexOf('/'))

/** The folders of `src` with a table, a schema or routes, and whether each has a README. */
export const rooms: Record<string, boolean> = Object.fromEntries(
	files.map((path) => [folderOf(path), files.includes(`../../${folderOf(path)}/README.md`)]),
)
