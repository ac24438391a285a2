/** What the API of this build has. `src/tools/console.ts` reads it from the OpenAPI document. */
interface ImportMetaEnv {
	readonly HAS_DRY_RUN: boolean
	readonly HAS_UNDO: boolean
	readonly HAS_CONFIRM: boolean
	readonly HAS_SEARCH: boolean
}
