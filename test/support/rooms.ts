/** Vite's: the files that match, by their paths. It is replaced at build time, so it must stand here as it is. */
interface Vite {
	glob: (patterns: string[]) => Record<string, unknown>
}

// Only the paths are wanted: nothing is imported. Vitest keeps no module whose text has `import.meta.glob(`, as this line
// does: it would not notice a new slice.
const files = Object.keys(
	(import.meta as unknown as Vite).glob([
		'../../src/**/{table,schema,routes}.ts',
		'../../src/**/*-routes.ts',
		'../../src/**/README.md',
	]),
)

const folderOf = (path: string) => path.slice('../../'.length, path.lastIndexOf('/'))

/** The folders of `src` with a table, a schema or routes, each with whether it has a README. */
export const rooms: Record<string, boolean> = Object.fromEntries(
	files.map((path) => [folderOf(path), files.includes(`../../${folderOf(path)}/README.md`)]),
)
