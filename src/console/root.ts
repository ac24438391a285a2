import { createRootRoute, type SearchMiddleware } from '@tanstack/react-router'
import { isOfOrg } from './places/places.ts'
import { choiceIn } from './search.ts'
import { Unknown } from './shell/broken.tsx'
import { Shell } from './shell/shell.tsx'

/** The frame around every screen. The address says which side of the console an operator is on. */
export const root = createRootRoute({
	component: Shell,
	notFoundComponent: Unknown,
	validateSearch: (raw: Record<string, unknown>): { of?: 'org' | undefined } => ({ of: choiceIn(raw, 'of', ['org']) }),
})

/** Links stay on their side, unless they name one. */
const keepSide: SearchMiddleware<{ of?: 'org' | undefined }> = ({ search, next }) => {
	const result = next(search)
	return 'of' in result ? result : { ...result, of: search.of }
}

/** The options of every route: the frame around it, and its path below `/console`. */
export const at = <const Path extends string>(path: Path) => ({
	getParentRoute: () => root,
	path,
	...(isOfOrg(path) && { search: { middlewares: [keepSide] } }),
})
