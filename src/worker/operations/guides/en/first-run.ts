import { FIRST_REPORT, FIRST_RUNS, FIRST_TOKEN, START } from '../first-run-snippets.ts'
import { bytes, type Guide } from '../guide.ts'

export const firstRun: Guide = {
	title: 'First five minutes',
	summary: 'From a fresh clone to a first run, with its cost in the console.',
	lead: 'From a fresh clone to a first run that you see in the console. You need Node.js 22.18 or newer, which Linux installs by itself, `curl`, and two shells with bash or zsh.',
	chapters: () => [
		{
			id: 'start',
			title: 'Start Plinth',
			parts: [
				'In the first shell, in the folder of the clone:',
				bytes('start-plinth', START),
				'The first start writes `.dev.vars` with random secrets, and migrates a local database. When it prints the address of the console, Plinth is ready. It needs no account anywhere.',
			],
		},
		{
			id: 'token',
			title: 'Get a token',
			parts: [
				'In the second shell, in the same folder. `$PLINTH` is the address of your instance, and `$TOKEN` an access token. The samples of this reference use both:',
				bytes('get-token', FIRST_TOKEN),
				'An access token works for 15 minutes. For anything longer, make an [API key](/docs/api/api-keys#post_api_keys), and use it as `$TOKEN` instead.',
			],
		},
		{
			id: 'run',
			title: 'Report a run',
			parts: [
				'A run is one piece of work of an agent. Its runtime reports what it used, here once at its end:',
				bytes('report-run', FIRST_REPORT),
				'The response counts what was accepted. Sending the same report again changes nothing, because `run_id` is its key.',
			],
		},
		{
			id: 'see',
			title: 'See it',
			parts: [
				'List the runs of your org:',
				bytes('list-runs', FIRST_RUNS),
				'Or look at it: open `/console/` on your instance, and sign in as `admin`, with the password `BOOTSTRAP_ADMIN_PASSWORD` in `.dev.vars`. The run is under Runs, and its cost on the dashboard. `npm run seed` adds demo data.',
			],
		},
		{
			id: 'next',
			title: 'Where to go from here',
			parts: [
				'[Connect an agent](/docs/runtime) with a client that asks before it spends, and gets its models and tools from Plinth. [Stop a run](/docs/spending) shows budgets and pauses. [Changing a running platform](/docs/changes) shows how to preview a change, and how to undo it.',
			],
		},
	],
}
