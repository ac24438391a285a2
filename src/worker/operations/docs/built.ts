/** The static assets' folder that the build puts the documentation in. The Worker serves its files. */
export const BUILT = 'built-docs'

/** The pages' script, in the console's folder, whose files are served wherever Plinth runs. */
export const REFERENCE_SCRIPT = '/console/reference.js'

export const STYLE_SHEET = '/console/reference.css'

/** What the search of the pages reads, for readers of a language, in the same folder. */
export const searchIndexIn = (language: string) => `/console/reference-${language}.json`

/** Sets the theme that was chosen in the console or here, before the first paint. */
export const THEME_SCRIPT = '/console/theme.js'

/** Finds the reader's language, before the first paint too. In the console it also loads the scripts of that language. */
export const LANGUAGE_SCRIPT = '/console/language.js'
