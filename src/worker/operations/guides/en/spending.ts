import { exampleIn } from '../examples.ts'
import { bytes, type Guide, table } from '../guide.ts'
import { EXAMPLES } from '../spending-examples.ts'

const example = exampleIn(EXAMPLES)

const LOOP = `const begun = await env.PLINTH.begin({ run_id, org_id, agent_id: 'research-agent', hold: { credits: 60 } })
if ('error' in begun) return stop(begun)          // 402 or 403: don't repeat it
let stopped
while (!stopped && !done()) {
  const used = await step()
  totals.total_input_tokens += used.input_tokens
  totals.total_output_tokens += used.output_tokens
  const answer = await env.PLINTH.progress({ run_id, org_id, ...totals })
  if ('error' in answer) stopped = answer
}
await env.PLINTH.reportRuns({ run_id, org_id, status: stopped ? 'cancelled' : 'completed', ...totals })`

const ASK = `await run.progress({
  total_cost_usd,
  ask: { reason: 'The last two chapters are left.', credits: 40 },
  wait_s: 3600
})`

export const spending: Guide = {
	title: 'Stop a run',
	summary: 'Budgets, holds and pauses: no run uses more than you allow.',
	lead: 'How to make sure that no run uses more than you allow: budgets, holds and pauses.',
	intro:
		"The examples are a platform admin's requests, in this order. [Get a token](/docs/first-run#token) first. The responses show only the fields that matter. A name in braces is a value that later requests use as a variable of that name.",
	chapters: () => [
		{
			id: 'budget',
			title: 'Set a budget',
			parts: [
				'A budget limits what runs use: of an org, a user, an API key, an agent, a model or a single run, in credits, tokens or runs, for an hour, a day, a week, a month or in all. It needs your org:',
				...example('org'),
				'This one lets an agent use 100 credits a day:',
				...example('budget'),
				'`"mode": "observe"` counts and alerts without refusing anything. You can try a budget on your recorded runs before you set it, and see which of them it would have refused. Leave `subject` out, and each agent has its own 100 credits.',
			],
		},
		{
			id: 'account',
			title: 'Give the runtime a key',
			parts: [
				'The runtime calls with a key of a service account, which belongs to the org and to nobody in person. A platform admin makes it, because reporting runs is a permission of the platform:',
				...example('account'),
				...example('key'),
				'`key` is shown once. The runtime sends it as `Authorization: Bearer al_…` with the calls below. `POST …/keys/{key_id}/rotate` replaces it by a new one, and the old one stays valid for `overlap_s` seconds, 3,600 if you leave it out. A runtime in the same Cloudflare account needs no key, because it calls over RPC.',
			],
		},
		{
			id: 'begin',
			title: 'Start a run',
			parts: [
				'Before a run starts, ask. `hold` reserves what it needs, so two runs never count on the same credits:',
				...example('begin'),
				'There are 40 credits left for the agent today. A second run that needs 60 is refused, and says by what:',
				...example('refused'),
				'`"accept": "part"` accepts what is left:',
				...example('part'),
				'`run_id` is the key: sending the same beginning again returns how the run stands, and holds nothing more. A hold lapses after `ttl_s` seconds without news, 900 by default, so a runtime that dies blocks nobody for long.',
				'A beginning also resolves what the run needs: `selector` or `context` the model, `tools`, `mcp`, `flags`, `entitlements`. Over RPC they bring their credentials.',
			],
		},
		{
			id: 'progress',
			title: 'Say what it has spent',
			parts: [
				'After each step, send the totals so far. The response says that the run may continue:',
				...example('progress'),
				'What you say is kept, even when the answer is no. Beyond its hold, a run needs room in every budget and in the balance:',
				...example('stopped'),
				'A raised `hold` asks for more in advance. It is the whole, from beginning to end: from 60 to 90 holds 30 more.',
			],
		},
		{
			id: 'ask',
			title: 'Ask people for more',
			parts: [
				"A run that a budget stops can ask instead of ending. With `ask`, the 402 has `details.request`, and owners and admins of the org see the request under `/v1/orgs/{org_id}/requests`, or operators under `/v1/admin/requests` if it's a budget of the platform. They grant it to this run or for the whole window, or decline it. The [clients](/docs/runtime) wait for the answer, and continue or throw `Stopped`:",
				bytes('ask', ASK),
				'Without a client, read `GET /v1/runtime/requests/{request_id}` after `poll_after_s` seconds each time, and send the progress again once it is `granted`. A request lapses after an hour, unless `expires_in_s` says otherwise. The runs of an org open 200 in 24 hours: beyond that `details.request` is null, and `details.no_request` has the limit. Pauses and the balance are not asked about.',
			],
		},
		{
			id: 'pause',
			title: 'Pause an agent',
			parts: [
				'A pause stops new runs and progress at once, with a reason that people read. Set `until`, and it ends by itself:',
				...example('pause'),
				...example('paused'),
				...example('lift'),
				'Owners and admins pause their org, its users, agents, models and API keys. Platform admins pause those of anybody, providers, and the whole platform.',
			],
		},
		{
			id: 'end',
			title: 'Report the end',
			parts: [
				'A run that was stopped has still cost something. Report its end, as for every run. That charges what it used, and frees the rest of its hold:',
				...example('end'),
			],
		},
		{
			id: 'loop',
			title: 'In an agent',
			parts: ['A Worker that binds Plinth does all of this in a few lines:', bytes('loop', LOOP)],
		},
		{
			id: 'errors',
			title: 'What stops a run',
			parts: [
				table([
					['run.paused', '403. Somebody paused it: `details` has the widest pause with its reason.'],
					['budget.exceeded', '402. `details` has the tightest budget, and in `budgets` all that refuse.'],
					[
						'credits.insufficient',
						"402. The org's balance and `credits.overdraft`, less what runs hold, don't cover what the run needs.",
					],
				]),
				"Never repeat these: they aren't failures. `credits.overdraft` is an entitlement: how far runs of an org may hold beyond its balance. It's negative by default, which is no limit. If you sell credits, set it to 0.",
				'See the [errors](/docs#errors), with what each means and what to do.',
			],
		},
	],
}
