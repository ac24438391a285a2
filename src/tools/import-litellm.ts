// `npm run import:litellm`: plans what a LiteLLM proxy's configuration, teams, keys and budgets are in Plinth. It only plans, and applies
// with --apply. Keys of vendors come from the environment variables that the configuration names.
import { existsSync } from 'node:fs'
import { optionsOf, run } from './command.ts'
import { call, type Plan, shown } from './config-api.ts'
import { printable } from './config-diff.ts'
import { Failure } from './failure.ts'
import { creditsPerDollar, made, told, tried } from './litellm/calls.ts'
import { modelsOf, type PlannedModels, settingsOf } from './litellm/models.ts'
import { configIn, type Fields, listsIn, type Note } from './litellm/state.ts'
import { tenantsOf } from './litellm/tenants.ts'
import { ADDRESS } from './settings.ts'

const USAGE = `npm run import:litellm -- --config <config.yaml>           shows what a LiteLLM proxy is in Plinth
npm run import:litellm -- --config <config.yaml> --apply   shows it and makes it

  --state <folder>       the answers of the proxy's lists: teams.json, keys.json, budgets.json, models.json
  --url <address>        the instance: ${ADDRESS} by default
  --secrets <file>       where the new keys and invitations go; litellm-secrets.json by default

PLINTH_TOKEN holds an access token of a platform admin, or an API key with the scopes platform_admin, org.settings, runtime.report
and runtime.resolve.`

await run(main)

async function main(): Promise<number> {
	const { config: file, state, url, secrets, apply } = given()
	const config = configIn(file)
	const { lists, notes } = listsIn(state)
	const { providers, notes: ofModels } = modelsOf(config, lists.models, process.env)
	const { llm_providers: there = {} } = await call<{ llm_providers?: Fields }>({ url }, 'GET', '')
	const { document, waiting } = documentOf(providers, there)
	const request = { document, mode: 'merge', sections: ['llm_providers'] }
	const plan = await call<Plan>({ url }, 'POST', '/plan', request)
	const { calls, notes: ofTenants } = tenantsOf(lists, await creditsPerDollar(url))
	console.log(`Models of the platform:\n${shown(plan)}\n`)
	console.log(`Calls:\n${calls.length === 0 ? 'None.' : calls.map(told).join('\n')}\n`)
	console.log(`Dry run of the orgs: ${await tried(url, calls)}\n`)
	const all = [...waiting, ...ofModels, ...settingsOf(config), ...notes, ...ofTenants]
	console.log(
		`Not carried, or not as it was:\n${all.map(({ what, why }) => printable(`- ${what}: ${why}`)).join('\n') || 'Nothing.'}`,
	)
	if (!apply) {
		console.log('\nNothing was changed. Add --apply to apply this.')
		return 0
	}
	if (existsSync(secrets)) throw new Failure(`${secrets} exists. Move it, or name another file by --secrets.`)
	if (plan.changes.length > 0) {
		const done = await call<Plan>({ url }, 'PUT', '', request, { 'If-Match': plan.base })
		console.log(`\nApplied the models as revision ${done.revision}.`)
	}
	return made(url, calls, secrets)
}

/** The document with the keys of the environment. A provider whose key is nowhere waits, unless Plinth has one for it. */
function documentOf(providers: PlannedModels['providers'], there: Fields): { document: object; waiting: Note[] } {
	const waiting: Note[] = []
	const entries = Object.entries(providers).flatMap(([name, { variable, ...provider }]) => {
		const value = variable === undefined ? undefined : process.env[variable]
		if (value !== undefined) return [[name, { ...provider, api_key: { $secret: { value } } }]]
		if (name in there) return [[name, provider]]
		const why = variable === undefined ? 'The configuration names no variable with its key' : `${variable} isn't set`
		const models = Object.keys(provider.models).join(', ')
		waiting.push({ what: `provider ${name} (${models})`, why: `${why}, so it's planned without a key and left out.` })
		return []
	})
	return { document: { version: 1, llm_providers: Object.fromEntries(entries) as object }, waiting }
}

function given() {
	const { values } = optionsOf(
		{
			options: {
				config: { type: 'string' },
				state: { type: 'string' },
				url: { type: 'string', default: ADDRESS },
				secrets: { type: 'string', default: 'litellm-secrets.json' },
				apply: { type: 'boolean', default: false },
			},
		},
		USAGE,
	)
	const { config } = values
	if (config === undefined) throw new Failure(USAGE)
	return { ...values, config }
}
