/** The folder of the static assets in which the build puts the documentation. The Worker answers with its files. */
export const BUILT = 'built-docs'

/** The script of the reference, under the folder of the console: wherever Plinth runs, its files are served. */
export const REFERENCE_SCRIPT = '/console/reference.js'

/** The style sheet of every page, in the same folder. */
export const STYLE_SHEET = '/console/reference.css'

export type BuiltName = 'openapi.json' | 'reference.html' | 'webhooks.html' | 'changes.html'
