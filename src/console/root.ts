import { createRootRoute } from '@tanstack/react-router'
import { Unknown } from './shell/broken.tsx'
import { Shell } from './shell/shell.tsx'

/** The frame around every screen. */
export const root = createRootRoute({ component: Shell, notFoundComponent: Unknown })

/** The options of every route: the frame around it, and its path below `/console`. */
export const at = <const Path extends string>(path: Path) => ({ getParentRoute: () => root, path })
