import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { jsonIn } from '../config-api.ts'
import { Failure } from '../failure.ts'

// What a LiteLLM proxy has: its configuration file, and the answers of its list operations as somebody has saved them.

/** Something that isn't carried over, or not as it was, and why. */
export interface Note {
	what: string
	why: string
}

export type Fields = Record<string, unknown>

/** A field as text; empty where it's none. */
export const textIn = (value: unknown): string => (typeof value === 'string' ? value : '')

export interface Deployment {
	model_name: string
	litellm_params: Fields
	model_info?: Fields
}

export interface Config {
	model_list?: Deployment[]
	router_settings?: Fields
	litellm_settings?: Fields
	general_settings?: Fields
	[section: string]: unknown
}

const isDeployment = (one: Partial<Deployment> | null) =>
	typeof one?.model_name === 'string' && typeof one.litellm_params?.model === 'string'

/** What the proxy's own parser allows: merged anchors, as many aliases as wanted, and of a key that's there twice the last one. */
const AS_THE_PROXY_READS = { merge: true, maxAliasCount: -1, uniqueKeys: false, logLevel: 'error' } as const

export function configIn(file: string): Config {
	let config: unknown
	try {
		// Without the lines of the file, which may hold keys.
		config = parse(readFileSync(file, 'utf8'), AS_THE_PROXY_READS)
	} catch (error) {
		throw new Failure(`Couldn't read ${file} as YAML: ${(error as Error).message.split('\n', 1)[0]}`)
	}
	if (typeof (config ?? {}) !== 'object' || Array.isArray(config))
		throw new Failure(`${file} is no configuration of a proxy: it must have sections such as model_list.`)
	const sections = (config ?? {}) as Config
	const list = sections.model_list ?? []
	if (!Array.isArray(list)) throw new Failure(`${file}: model_list must be a list.`)
	const wrong = list.findIndex((one) => !isDeployment(one))
	if (wrong !== -1)
		throw new Failure(`${file}: entry ${wrong + 1} of model_list must have a model_name and a litellm_params.model.`)
	return { ...sections, model_list: list }
}

/** The lists that are read, each with what its answers call it. */
const LISTS = { teams: 'teams', keys: 'keys', budgets: 'budgets', models: 'data' } as const

export type Lists = Record<keyof typeof LISTS, Fields[]>

/** The lists in a folder: `keys.json`, and `keys-2.json` and so on for further pages. Names what is missing of them. */
export function listsIn(folder: string | undefined): { lists: Lists; notes: Note[] } {
	const notes: Note[] = []
	const files = folder === undefined ? [] : namesIn(folder)
	const lists = Object.fromEntries(
		Object.entries(LISTS).map(([list, member]) => {
			const pages = files
				.filter((file) => new RegExp(`^${list}(-\\d+)?\\.json$`).test(file))
				.map((file) => pageIn(join(String(folder), file), member))
			const entries = pages.flatMap((page) => page.entries)
			const total = Math.max(1, ...pages.map((page) => page.total_pages))
			if (pages.length === 0) notes.push({ what: list, why: `There is no ${list}.json to read them from.` })
			else if (pages.length < total)
				notes.push({ what: list, why: `Only ${pages.length} of ${total} pages were read. Save the others too.` })
			return [list, entries]
		}),
	) as Lists
	return { lists, notes }
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder).toSorted()
	} catch {
		throw new Failure(`There is no folder ${folder}.`)
	}
}

/** A page of a list, which is an array or has one as a member. */
function pageIn(file: string, member: string): { entries: Fields[]; total_pages: number } {
	const page = jsonIn(file)
	const entries: unknown = Array.isArray(page) ? page : Object(page)[member]
	if (!Array.isArray(entries)) throw new Failure(`${file} is no answer of a list: it has no ${member}.`)
	// Without `return_full_object=true`, keys are only their hashes.
	if (entries.some((entry) => typeof entry !== 'object' || entry === null))
		throw new Failure(`${file}: each entry must be an object. Save keys with ?return_full_object=true.`)
	return { entries, total_pages: Number(Object(page).total_pages) || 1 }
}
