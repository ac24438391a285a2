// `npm run test:counterparts`: every script of this folder, one after the other. A script whose counterpart can't be had counts as not
// run, and never as passed. `-- webhooks sealed` runs only these.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

const SCRIPTS = [
	'webhooks',
	'sealed',
	'prices',
	'scim',
	'sign-in',
	'rotation',
	'mcp',
	'mail',
	'postfix',
	'opensmtpd',
	'limits',
	'names',
	'prism',
	'firefox',
]

const RESULTS = ['passed', 'failed', 'not run'] as const
const given = process.argv.slice(2)
const results = new Map<string, string>()
const run = (script: string, env = {}) =>
	spawnSync(process.env.COUNTERPART_NODE ?? process.execPath, [script], {
		stdio: 'inherit',
		env: { ...process.env, ...env },
	})
// One build serves them all.
if (run('src/tools/build-worker.ts').status !== 0) process.exit(1)
for (const name of given.length > 0 ? given : SCRIPTS) {
	const { status } = run(join(import.meta.dirname, `${name}.ts`), { IS_BUILT: 'true' })
	results.set(name, RESULTS[status ?? 1] ?? 'failed')
}
for (const result of RESULTS) {
	const names = [...results].filter(([, one]) => one === result).map(([name]) => name)
	console.log(`${result}: ${names.length}${names.length > 0 ? ` (${names.join(', ')})` : ''}`)
}
process.exitCode = [...results.values()].includes('failed') ? 1 : 0
