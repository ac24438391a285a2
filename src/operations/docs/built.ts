/** The static assets' folder that the build puts the documentation in. The Worker serves its files. */
export const BUILT = 'built-docs'

/** The reference's script, in the console's folder, whose files are served wherever Plinth runs. */
export const REFERENCE_SCRIPT = '/console/reference.js'

/** The style sheet of all pages, in the same folder. */
export const STYLE_SHEET = '/console/reference.css'

export type BuiltName =
	| 'openapi.json'
	| 'reference.html'
	| 'webhooks.html'
	| 'changes.html'
	| 'spending.html'
	| 'runtime.html'
	| 'plinth_runtime.py'
	| 'plinth_runtime.mjs'
