import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import { ROOT } from './settings.ts'

const ENGLISH = /[\\/]text[\\/]en[\\/]([\w-]+\.ts)$/

/** A language the tests add: this module turns each English text into one that's longer, and shows who forgot the texts. */
export const PSEUDO = process.env.PSEUDO_LANGUAGE

/** Each has a folder of texts, and the console is built once for each. */
const FOLDERS = ['en', 'zh']
export const LANGUAGES = [...FOLDERS, ...(PSEUDO ? ['xa'] : [])]

/** The scripts without any text. All languages share them. */
export const isShared = (name: string) => ['rolldown-runtime', 'vendor', 'controls'].includes(name)

/** What a build needs to know about its files. */
export interface Built {
	/** The page with the tags of its scripts and styles. */
	page: string
	files: string[]
	/** The texts in each script that has some, by their files. */
	texts: Record<string, string[]>
}

/** Replaces the English texts by those of a language. */
export const textsOf = (language: string): Plugin => ({
	name: 'texts',
	enforce: 'pre',
	resolveId(source, importer): string | undefined {
		const [, file] = ENGLISH.exec(source) ?? []
		// A made text is made from the English one.
		if (!file || !importer || language === 'en' || importer.startsWith('\0pseudo:')) return undefined
		if (FOLDERS.includes(language)) return join(ROOT, 'src/console/text', language, file)
		return file === 'language.ts' ? undefined : `\0pseudo:${file}`
	},
	async load(id): Promise<string | undefined> {
		if (!PSEUDO || !id.startsWith('\0pseudo:')) return undefined
		const file = join(ROOT, 'src/console/text/en', id.slice('\0pseudo:'.length))
		const names = Object.keys((await import(pathToFileURL(file).href)) as object)
		return [
			`import * as english from ${JSON.stringify(file)}`,
			`import { pseudo } from ${JSON.stringify(join(ROOT, PSEUDO))}`,
			...names.map((name) => `export const ${name} = pseudo(english.${name})`),
		].join('\n')
	},
})

/** Takes the page out of a build, because one page serves all languages. */
export const collect = (built: Built): Plugin => ({
	name: 'collect',
	enforce: 'post',
	generateBundle: {
		order: 'post',
		handler(_, bundle) {
			for (const [file, output] of Object.entries(bundle)) {
				if (file.endsWith('.html')) {
					built.page = String('source' in output ? output.source : '')
					delete bundle[file]
					continue
				}
				built.files.push(file)
				const texts = 'moduleIds' in output ? output.moduleIds.filter((id) => /[\\/]text[\\/]\w\w[\\/]/.test(id)) : []
				if (texts.length > 0) built.texts[file] = texts.map((id) => basename(id))
			}
		},
	},
})

const SCRIPT = /<script type="module"[^>]* src="([^"]+)"><\/script>/
const PRELOADED = /<link rel="modulepreload"[^>]* href="([^"]+)">/g

/**
 * The page of all languages. What they share stays in it, so the browser sees it right away. `language.js` gets the names of the
 * other scripts, and loads those of one language. `forms` is the sign-in form in each.
 */
export function pageOf(built: Record<string, Built>, forms: string): string {
	const scripts = Object.entries(built).map(([language, { page }]) => {
		const preloaded = [...page.matchAll(PRELOADED)].map(([, file = '']) => file)
		const entry = SCRIPT.exec(page)?.[1] ?? ''
		return `data-${language}="${[entry, ...preloaded.filter((file) => file.includes(`/${language}/`))].join(' ')}"`
	})
	return (
		(built.en?.page ?? '')
			.replaceAll(/\s*<script type="module"[^>]*><\/script>/g, '')
			.replaceAll(/\s*<link rel="modulepreload"[^>]* href="[^"]*\/en\/[^"]*">/g, '')
			// The styles come first: the page's own sign-in form needs nothing else.
			.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"')
			.replace('src="/console/language.js"', (found) => `${found} ${scripts.join(' ')}`)
			.replace('<div id="first-form"></div>', () => forms)
	)
}
