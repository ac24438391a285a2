import { bytes, type Guide, code, table } from '../guide.ts'
import {
	FIRST_RUN,
	FIRST_RUN_NODE,
	GET_CLIENT,
	GET_CLIENT_NODE,
	GET_PACKAGES,
	KEY_PAIR,
	KEY_PAIR_NODE,
	MODEL,
	RESOLVE_NODE,
	RESOLVE_PYTHON,
	ROTATE,
	SET_UP,
} from '../runtime-snippets.ts'

export const runtime: Guide = {
	title: 'Connect an agent',
	summary: 'Models, tools and budgets for an agent that runs anywhere, in Python and Node.js.',
	lead: 'How an agent on your own machine gets its models, tools and budgets from Plinth: a first run within five minutes, and then a whole agent, in Python and Node.js.',
	chapters: (agents) => [
		{
			id: 'first-run',
			title: 'Your first run, in Python',
			parts: [
				'You need a shell with `curl` and Python 3.11, and the login of a platform admin. Reporting runs is a permission of the platform, so only its admins can grant it. First say where your instance is, and who you are:',
				bytes('who', 'export PLINTH_URL=http://127.0.0.1:8787\nLOGIN=admin\nprintf "Password: "; read -rs PASSWORD'),
				'Make a service account, which belongs to your org and to nobody in person, and a key for it:',
				bytes('set-up', SET_UP),
				'Get the client. It is one file, and needs two packages:',
				bytes('get-client', GET_CLIENT),
				bytes('get-packages', GET_PACKAGES),
				'Make a key pair. Credentials are only ever sent encrypted for it, so a stolen `PLINTH_KEY` reads none:',
				bytes('key-pair', KEY_PAIR),
				'Save this as `first.py`, and run it with `python3 first.py`:',
				bytes('first', FIRST_RUN),
				'Open `/console/runs` on your instance: your run is at the top, with what it cost.',
			],
		},
		{
			id: 'node',
			title: 'In Node.js, and in a Worker',
			parts: [
				'The client for Node.js 20 is one file too, without dependencies. Its methods have the same names in camel case, and its options are the same. After the account and its key, instead of the steps in Python:',
				bytes('get-client-node', GET_CLIENT_NODE),
				bytes('key-pair-node', KEY_PAIR_NODE),
				'Save this as `first.mjs`, and run it with `node first.mjs`:',
				bytes('first-node', FIRST_RUN_NODE),
				'A Worker in the same Cloudflare account needs neither key nor key pair: `new Plinth({ binding: env.PLINTH })`.',
			],
		},
		{
			id: 'resolve',
			title: 'Models, tools and MCP servers',
			parts: [
				'Configure a model, an MCP server and a budget, in the console or here:',
				bytes('configure', MODEL),
				'A run gets what it asks for when it starts, with the credentials opened:',
				code('resolve-python', 'Python', RESOLVE_PYTHON),
				code('resolve-node', 'Node.js', RESOLVE_NODE),
				'What does not resolve has its error in its place, such as `{"error": "not_found"}`. An account serves its own org. To serve others, a platform admin sets its `runtime` to `{"orgs": ["*"], "platform_credentials": true}`, or lists the orgs; then name `org_id`, also in `begin`.',
				"Without our client, a library for JWE with `ECDH-ES+A256KW` and `A256GCM` opens them. Then make the key pair on the curve P-256: Debian's `jose`, `node-jose` and `jwcrypto` open that, but only `jwcrypto` X25519, and Ruby's `json-jwt` has no `ECDH-ES`.",
				"Keys belong in `api_key`, `bearer_token` and `env`, which are stored encrypted and sent sealed. `args`, `url` and `advanced_json` are no places for keys: they're shown to everybody who can read the configuration.",
			],
		},
		{
			id: 'agent',
			title: 'An agent',
			parts: [
				'This agent asks a model in a loop, calls the tools of MCP servers, and holds what its next step may cost before it starts. At its budget it [asks people for more](/docs/spending#ask) and waits ten minutes. When they decline, or the balance or a pause says so, `progress` raises `Stopped`, and the agent reports what it has used: tokens, which Plinth prices. Our tests run both.',
				code('agent-python', 'tool_agent.py', agents['tool_agent.py']),
				code('mcp-python', 'mcp_tools.py', agents['mcp_tools.py']),
				code('agent-node', 'tool-agent.mjs', agents['tool-agent.mjs']),
				code('mcp-node', 'mcp-tools.mjs', agents['mcp-tools.mjs']),
				"In a program with an event loop, use `AsyncPlinth`: it's the same, with `await`. A `Plinth` that was made before a fork works in both processes, as in a server that loads its program first: the parent sends the reports that waited and keeps its folder, and each child needs a folder of its own.",
			],
		},
		{
			id: 'outages',
			title: 'When Plinth is away',
			parts: [
				"The client keeps agents going, and says so with events that you get by `on_event` (`onEvent` in Node.js). Plinth is away when it doesn't answer, or answers 5xx.",
				table([
					[
						'models, tools, MCP, flags, entitlements',
						'Are answered from the last known answer if Plinth is away or takes longer than 0.8 seconds, with `stale_since`. For a day, or what the entitlement `runtime.stale_s` and your `max_stale` say.',
					],
					[
						'a run with a hold',
						'Continues within its hold until five seconds before the hold ends, an hour after its last progress. Then it gets `Stopped` with the reason `outage`. `grace_credits` lets it use more.',
					],
					['a run without a hold', 'Is stopped, unless you allow `grace_credits`.'],
					[
						'a new run',
						'Does not start: `Unavailable`. With `on_outage="begin"` it does, after five seconds, if its subject was not refused before. All such runs together may use `outage_credits`.',
					],
					[
						'reports',
						'Wait, and are sent when Plinth is back, each once. With a `store` they survive a restart, without one they end with the process.',
					],
				]),
				'`store=FileStore("plinth-state")` (`fileStore` in Node.js) keeps known answers and reports in a folder. Credentials in it stay sealed, and every record is signed, so nobody who can change the folder can send a key elsewhere. One process uses it at a time. A revoked key ends all that is known, in the folder too.',
			],
		},
		{
			id: 'errors',
			title: 'Errors, and what to do',
			parts: [
				table([
					[
						'Stopped',
						"The run can't start or continue: `budget.exceeded`, `credits.insufficient`, `run.paused`, `run.ended` or `outage`. End the run, and do not try again.",
					],
					[
						'Refused',
						'Plinth refused the call: `status` and `reason` say why. Do not repeat it. 401: the key is wrong, revoked or expired. 403 and 404: the account lacks `runtime.resolve` or `runtime.report`, or does not serve this org.',
					],
					[
						'Refused, runtime.no_encryption_key',
						'The account has no public key that fits your private one. Register it, as above.',
					],
					['Unavailable', 'Plinth is away, and nothing is known that may be used. Try again later.'],
					[
						'Untrusted',
						'A credential was sealed for another account, org, place or address than you asked for. Somebody may be changing answers on their way: look before you try again.',
					],
					['ReportsFull', '10,000 ends wait for Plinth. End the run again later: nothing was dropped.'],
					['StoreLocked', 'Another process uses this folder. Give each process its own.'],
					[
						'Invalid',
						'What you gave cannot be sent, such as a cost of NaN or a date, or an option of the client is missing: `reason` names the field. Nothing was sent. Mend the program.',
					],
					[
						'OtherLoop',
						'An `AsyncPlinth` was used in another event loop, or in the child of a fork. Make one in each.',
					],
				]),
				'See the [reasons](/docs#errors), with what each means, and [Stop a run](/docs/spending) for budgets, holds and pauses.',
			],
		},
		{
			id: 'rotate',
			title: 'Rotate keys',
			parts: [
				'`POST …/keys/{key_id}/rotate` replaces an API key: both work for an hour. `key` of the client can be a function, which is asked for each request. An account has room for two public keys, so a key pair is replaced without a gap:',
				bytes('rotate', ROTATE),
				'Anyone with the private key can open what was ever sealed for it and recorded. If it leaks, delete its public key, and replace the credentials that were released: the audit log has a row `secrets.release` for each and day.',
			],
		},
	],
}
