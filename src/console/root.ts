import { createRootRoute, createRoute, lazyRouteComponent, type SearchMiddleware } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { isOfOrg } from './places/places.ts'
import { choice, type Holds, readFrom, texts } from './search.ts'
import { Unknown } from './shell/broken.tsx'
import { Shell } from './shell/shell.tsx'
import { loaded } from './ui/loading.ts'

/** The frame around every screen. The address says which side of the console an operator is on. */
export const root = createRootRoute({
	component: Shell,
	notFoundComponent: Unknown,
	validateSearch: (raw: Record<string, unknown>) => readFrom({ of: choice('org') }, raw),
})

/** Links stay on their side, unless they name one. */
const keepSide: SearchMiddleware<{ of?: 'org' | undefined }> = ({ search, next }) => {
	const result = next(search)
	return 'of' in result ? result : { ...result, of: search.of }
}

const NOTHING = texts<never>()

/** A screen: its path below `/console`, the file that comes with the first visit, its component there, and what its address may hold. */
export const screen = <const Path extends string, const Name extends string, Of extends Holds = typeof NOTHING>(
	path: Path,
	file: () => Promise<Record<Name, ComponentType>>,
	name: Name,
	holds: Of = NOTHING as Holds as Of,
) =>
	createRoute({
		getParentRoute: () => root,
		path,
		validateSearch: (raw: Record<string, unknown>) => readFrom(holds, raw),
		component: lazyRouteComponent(() => loaded(file), name),
		...(isOfOrg(path) && { search: { middlewares: [keepSide as never] } }),
	})
