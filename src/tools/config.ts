// `npm run config -- export|plan|apply <file>`: the configuration of an instance as a file. It only uses the API. The access
// token or API key is in the environment variable PLINTH_TOKEN.
import { writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import type { parseArgs } from 'node:util'
import { optionsOf, run } from './command.ts'
import { call, jsonIn, type Plan, shown } from './config-api.ts'
import { Failure } from './failure.ts'
import { ADDRESS } from './settings.ts'

const USAGE = `npm run config -- export <file>    writes the configuration to a file; - writes it to the terminal
npm run config -- plan <file>      shows what applying the file would change
npm run config -- apply <file>     shows it, asks, and applies the file

  --url <address>        the instance: ${ADDRESS} by default
  --org <org_id>         the configuration of an org; by default the platform's
  --exact                deletes what the file doesn't name; without it nothing is deleted
  --sections <a,b>       only these sections
  --allow-deletes <n>    how many entries may be deleted; 20 may always be
  --confirm              makes a change of the IP rules even if it locks out your own address
  --yes                  does not ask

PLINTH_TOKEN holds an access token or an API key.`

const OPTIONS = {
	url: { type: 'string', default: ADDRESS },
	org: { type: 'string' },
	exact: { type: 'boolean', default: false },
	sections: { type: 'string' },
	'allow-deletes': { type: 'string', default: '0' },
	confirm: { type: 'boolean', default: false },
	yes: { type: 'boolean', default: false },
} as const

type Options = ReturnType<typeof parseArgs<{ options: typeof OPTIONS }>>['values']

await run(main)

/** Returns the exit code. */
async function main(): Promise<number> {
	const { command, file, values } = given()
	if (command === 'export') {
		const text = `${JSON.stringify(await call(values, 'GET', ''), null, '\t')}\n`
		if (file === '-') process.stdout.write(text)
		else writeFileSync(file, text)
		return 0
	}
	const request = {
		document: jsonIn(file),
		mode: values.exact ? 'exact' : 'merge',
		sections: values.sections?.split(','),
	}
	const plan = await call<Plan>(values, 'POST', '/plan', request)
	console.log(shown(plan))
	if (command === 'plan' || plan.changes.length === 0) return 0
	if (!values.yes && !(await agreed())) {
		console.log('Nothing was changed.')
		return 1
	}
	const query = new URLSearchParams({ allow_deletes: values['allow-deletes'], confirm: String(values.confirm) })
	const done = await call<Plan>(values, 'PUT', `?${query.toString()}`, request, { 'If-Match': plan.base })
	console.log(`Applied as revision ${done.revision}.`)
	return 0
}

function given(): { command: string; file: string; values: Options } {
	const { positionals, values } = optionsOf({ options: OPTIONS, allowPositionals: true }, USAGE)
	const [command = '', file = '', ...others] = positionals
	if (!['export', 'plan', 'apply'].includes(command) || file === '' || others.length > 0) throw new Failure(USAGE)
	return { command, file, values }
}

/** Asks at the terminal. If nobody can answer, nothing is applied. */
async function agreed(): Promise<boolean> {
	if (!process.stdin.isTTY) throw new Failure("There's no terminal to ask. Use --yes to apply without asking.")
	const terminal = createInterface({ input: process.stdin, output: process.stdout })
	const reply = await terminal.question('Apply these changes? Type yes to apply them: ')
	terminal.close()
	return reply.trim() === 'yes'
}
