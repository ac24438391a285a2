import { CONFIRMABLE } from '../../../changes/confirmations/operations.ts'
import { NOT_REVERTIBLE } from '../../../ground/write/actions.ts'
import { EXAMPLES } from '../change-examples.ts'
import { exampleIn } from '../examples.ts'
import { bytes, type Guide, table } from '../guide.ts'

const SHELL = `export PLINTH_TOKEN=…
npm run config -- export plinth.json --url https://staging.example.com
npm run config -- plan plinth.json --url https://plinth.example.com
npm run config -- apply plinth.json --url https://plinth.example.com`

const example = exampleIn(EXAMPLES)

export const changes: Guide = {
	title: 'Changing a running platform',
	summary: 'Preview a change, make it with a safety net, and undo it.',
	lead: "How to change a platform that's in use, without fear: preview a change, make it with a safety net, and undo it.",
	intro:
		"The examples are a platform admin's requests, in this order. [Get a token](/docs/first-run#token) first. The responses show only the fields that matter. A name in braces is a value that later requests use as a variable of that name.",
	chapters: () => [
		{
			id: 'dry-run',
			title: 'Try it first',
			parts: [
				'Send a write with `Dry-Run: true`. The response says what the write would do. Nothing happens:',
				...example('try'),
				'`status` and `body` are those of the real response. `changes` is what the audit log would record, `events` are the types of the events that would be emitted, `effects` is what would happen outside the database, and `credits` is how balances would move: the first ten movements, with `credits_total` for all. A key or code that the call would generate is shown as `DRYRUN` and zeros.',
				"`Prefer: handling=strict` makes a misspelled field or parameter an error that names the nearest known one. Without it, Plinth ignores what it doesn't know, and names it in `X-Ignored` and in the `ignored` of a dry run. Send it with every request, as these examples do.",
				'Errors are the ones the real request would get, so a dry run also finds a wrong field, a missing permission or a reached limit.',
			],
		},
		{
			id: 'on-trial',
			title: 'Change with a safety net',
			parts: [
				"Send the request with `Confirm-Within` and a number of seconds. The change takes effect at once. Unless you confirm it in time, it's rolled back:",
				...example('trial'),
				"Check that everything still works, then confirm the change by the response's `Confirm-Id`:",
				...example('confirm'),
				"If you lock yourself out, just wait: the change is rolled back. If you're away, everybody with `org.settings` can confirm your org's change, and platform admins can confirm any change. IP rules that lock out your own address need `?confirm=true` as well.",
				'These operations take the header, and others refuse it:',
				bytes('confirmable', [...CONFIRMABLE].map((name) => name.replaceAll(/:(\w+)/g, '{$1}')).join('\n')),
				"`GET /v1/admin/changes` lists these changes: your own, your org's if you have `org.settings`, or all as a platform admin. You get a notification when yours is rolled back. If somebody changed the same row since, your change stays, and its status is `failed`.",
			],
		},
		{
			id: 'undo',
			title: 'Undo a change',
			parts: [
				'Suppose this change was a mistake:',
				...example('mistake'),
				'Find its row in the audit log by the ID of what it changed:',
				...example('find'),
				'Revert it:',
				...example('revert'),
				'A revert is a change with its own audit row. Revert that row, and your change is back. Replaced secrets come back too, but no response shows them.',
				'A revert never overwrites a later change: everything must be as the change left it. So reverting the same row twice is refused:',
				...example('moved-on'),
				"Some changes can't be reverted. The left column is the row's `action`, or what it has before the dot:",
				table(Object.entries(NOT_REVERTIBLE)),
			],
		},
		{
			id: 'document',
			title: 'The configuration as one document',
			parts: [
				"The platform's configuration is one document with natural keys, without IDs and times, so you can keep it in a repository. Each org has one too, under `/v1/orgs/{org_id}/config`. Export it:",
				...example('export'),
				'Edit it, and plan it. A plan changes nothing. It lists each change, and warns about deletions, redirected keys and lockouts:',
				...example('plan'),
				"Apply it with the plan's `base` as `If-Match`. Either all of it is applied, or nothing:",
				...example('apply'),
				'If the configuration changed since the plan, the apply is refused. Make a new plan:',
				...example('stale'),
				table([
					['"mode": "merge"', 'The default. Deletes nothing: what the document leaves out stays.'],
					['"mode": "exact"', 'Deletes the entries that a section leaves out. A section that is left out stays.'],
					['"sections": […]', 'Applies only these sections.'],
					['?allow_deletes=50', 'How many entries may be deleted, including models and entitlements.'],
				]),
				'In both modes, an entry is complete: a field that you leave out gets its default. An apply supports `Dry-Run` and `Confirm-Within`, and you can revert its audit row.',
			],
		},
		{
			id: 'secrets',
			title: 'Secrets in the document',
			parts: [
				'An export shows that a secret is set, and its fingerprint. In a document that you apply, write one of these:',
				table([
					['{"$secret": {"keep": true}}', 'Keeps the stored secret, as does leaving the field out.'],
					['{"$secret": {"value": "…"}}', 'Sets a new secret.'],
					['null', 'Removes the secret.'],
					[
						'{"$secret": {"set": true, "fingerprint": "…"}}',
						"As exported. Keeps the stored secret if it's still the same, and is refused otherwise.",
					],
				]),
			],
		},
		{
			id: 'revisions',
			title: 'Restore a revision',
			parts: [
				'Each apply that changes something makes a revision. If single calls changed something before it, the state they left is kept too, as `found`:',
				...example('revisions'),
				'Restore any of them:',
				...example('restore'),
				'A restore applies the old document with `exact`, as a new revision, so another restore can undo it. It supports `?allow_deletes=` too. If a secret in the document is gone, the restore is refused, and the error names the secret.',
			],
		},
		{
			id: 'promote',
			title: 'Promote from one instance to another',
			parts: [
				"Export one instance's document, and plan it on the other one. The plan shows the differences. Then apply it there.",
				"Each instance has its own fingerprints, and refuses another instance's:",
				...example('foreign'),
				'Write `{"$secret": {"keep": true}}` if the other instance has its own secret, and a value if it has none. List what you promote in `sections`, and leave out what differs on purpose, such as `email_config`.',
			],
		},
		{
			id: 'command-line',
			title: 'From the command line',
			parts: [
				'`npm run config` does the same with a file:',
				bytes('command', SHELL),
				'`PLINTH_TOKEN` is an access token or an API key. `apply` shows the plan, asks you to confirm it, and sends the `base` for you. In a pipeline, `--yes` skips the question. `--org`, `--exact`, `--sections`, `--allow-deletes` and `--confirm` are the options from above.',
			],
		},
		{
			id: 'limits',
			title: 'Limits',
			parts: [
				table([
					[
						'Dry-Run',
						'Where the reference lists it among the headers of an operation. At most 1,000 rows for each statement, otherwise 503 `dry_run.cut`.',
					],
					[
						'Confirm-Within',
						'10 to 600 seconds. A row has at most one pending change. The list covers 30 days. Caches may show a flag for five seconds after it was rolled back.',
					],
					['revert', 'Changes from the last 30 days. The audit log covers 400 days.'],
					['config', 'A request is at most 2 MiB. A compressed document is at most 1.9 MB.'],
					['allow_deletes', 'Up to 20 deletions need no number.'],
					['revisions', 'The newest 1,000 of the platform, and of each org. Replaced secrets are kept for 30 days.'],
				]),
				'See the [errors](/docs#errors), with what each means and what to do.',
			],
		},
	],
}
