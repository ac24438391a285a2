import { bytes, type Guide, table } from '../guide.ts'
import { CALL, CLIENT, RESULT } from '../operate-snippets.ts'

export const operate: Guide = {
	title: 'Let an agent operate Plinth',
	summary: 'An MCP server with six tools, under a key that reads, proposes or acts.',
	lead: 'How to give an agent the whole API as a few tools, and how to keep what it does in your hands. For owners of an org, and for platform admins.',
	chapters: () => [
		{
			id: 'key',
			title: 'Make a key for the agent',
			parts: [
				'In the console, open “API keys” and choose “New key”. Grant it only the permissions that the agent needs: without any it can do what every signed-in user can. Its mode says what it does with them:',
				table([
					['read', 'It reads, and may try any change as a dry run. Begin with this one.'],
					['propose', 'It proposes each change, and a person grants or declines it.'],
					['act', 'It makes changes, and you can revert them.'],
				]),
				'For an agent that outlives the people who set it up, make a service account and a key of it. Its name then stands in the audit log.',
				'You change the mode under “API keys”. A wider one asks you to confirm who you are, and no key can change the mode of a key.',
			],
		},
		{
			id: 'connect',
			title: 'Connect the agent',
			parts: [
				'The MCP server is at `/mcp` on your instance. Most clients take an address and a header:',
				bytes('client', CLIENT),
				'It speaks Streamable HTTP, in the revision 2026-07-28 and with clients of 2025-11-25. There is no session: each call carries the key. A client that only knows OAuth cannot connect yet.',
				'You can try it without a client:',
				bytes('call', CALL),
			],
		},
		{
			id: 'tools',
			title: 'What it can do',
			parts: [
				table([
					['find', 'Finds operations by what they do.'],
					['describe', 'Says who may call an operation, with which parameters and body, and why it refuses.'],
					['read', 'Reads something: 20 KB at a time, and only the `fields` that are asked for.'],
					['write', 'Calls an operation that changes something. `dry_run` shows what it would do.'],
					['undo', 'Reverts a change, by the `audit_id` that `write` gave.'],
					['requests', 'Says how a request of its own stands, such as one for a larger budget.'],
				]),
				'Each is a call of the [API](/docs), with the same permissions, limits and IP rules. What is refused there is refused here, and the agent reads why.',
			],
		},
		{
			id: 'propose',
			title: 'Let it propose, and decide yourself',
			parts: [
				'With a key of mode `propose`, `write` and `undo` change nothing. Each makes a request with what the change would do, and the agent reads with `requests` how it stands. You find it in the console under “Requests”: what, who, why, and what granting it does. You grant or decline it after a recent sign-in. No key can.',
				'Only what you were shown happens. If one of its rows changed meanwhile, the grant is refused, and you see what would happen now.',
				'A request is open for seven days. What leaves no audit row, or has no dry run, cannot be proposed.',
			],
		},
		{
			id: 'untrusted',
			title: 'What others wrote is data',
			parts: [
				'Names, notes and descriptions come from your customers. One of them may address the agent. So all that the API returns stands in one object, `untrusted`:',
				bytes('result', RESULT),
				'The tools tell the agent that this is never an instruction. A model can still be fooled, so the key decides what it can do, and not its good will.',
			],
		},
		{
			id: 'watch',
			title: 'See what it did',
			parts: [
				'Every change is in the audit log with the state before and after, and “Revert” takes it back: [Changing a running platform](/docs/changes). The access log has each call of the agent, also the refused ones, under its key.',
				'To stop the agent at once, revoke its key. It works for five more seconds at most.',
			],
		},
	],
}
