// `npm run prices`: gives the platform's models the prices of a public price list. It plans by default, and applies with --apply.
import { optionsOf, run } from './command.ts'
import { call, type Plan, shown } from './config-api.ts'
import { printable } from './config-diff.ts'
import { Failure } from './failure.ts'
import { PRICE_LIST } from './price-list.ts'
import { priced, type Providers } from './priced-document.ts'
import { ADDRESS } from './settings.ts'

const USAGE = `npm run prices                     shows which prices the platform's models would get
npm run prices -- --apply          shows it and applies it

  --url <address>        the instance: ${ADDRESS} by default
  --margin <number>      the multiplier that the models get, such as 1.2; without it each keeps its own
  --models <selector>    only these models, such as 'openai^*'; may be given more than once

PLINTH_TOKEN holds an access token or an API key of a platform admin.`

await run(main)

async function main(): Promise<number> {
	const { url, margin, models, apply } = given()
	console.log(`Prices of ${PRICE_LIST.name} ${PRICE_LIST.version}, as of ${PRICE_LIST.date}.`)
	const { llm_providers = {} } = await call<{ llm_providers?: Providers }>({ url }, 'GET', '')
	const { providers, notes, count } = priced(llm_providers, { models, margin })
	if (count === 0) throw new Failure('The platform has no such models.')
	for (const note of notes) console.log(`! ${printable(note)}`)
	const request = { document: { version: 1, llm_providers: providers }, mode: 'merge', sections: ['llm_providers'] }
	const plan = await call<Plan>({ url }, 'POST', '/plan', request)
	console.log(shown(plan))
	if (plan.changes.length === 0) return 0
	if (!apply) {
		console.log('Nothing was changed. Add --apply to apply this.')
		return 0
	}
	const done = await call<Plan>({ url }, 'PUT', '', request, { 'If-Match': plan.base })
	console.log(`Applied as revision ${done.revision}.`)
	return 0
}

function given() {
	const { values } = optionsOf(
		{
			options: {
				url: { type: 'string', default: ADDRESS },
				margin: { type: 'string' },
				models: { type: 'string', multiple: true, default: [] },
				apply: { type: 'boolean', default: false },
			},
		},
		USAGE,
	)
	const margin = values.margin === undefined ? undefined : Number(values.margin)
	if (margin === undefined || (values.margin?.trim() !== '' && Number.isFinite(margin) && margin >= 0))
		return { ...values, margin }
	throw new Failure(`--margin must be a number of 0 or more, such as 1.2. It is ${values.margin}.\n\n${USAGE}`)
}
