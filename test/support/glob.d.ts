interface ImportMeta {
	/** Vite's: the files that match, by path. */
	glob: <T>(pattern: string, options: { query: string; import: string; eager: true }) => Record<string, T>
}
