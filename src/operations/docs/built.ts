/** The folder of the static assets in which the build puts the documentation. The Worker answers with its files. */
export const BUILT = 'built-docs'

export type BuiltName = 'openapi.json' | 'reference.html' | 'webhooks.html' | 'changes.html'
