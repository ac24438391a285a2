import { bytes, type Guide, table } from '../guide.ts'

const SAVE = `mkdir litellm && proxy() { curl -sf "$LITELLM$1" -H "Authorization: Bearer $LITELLM_MASTER_KEY"; }
proxy /team/list > litellm/teams.json
proxy /budget/list > litellm/budgets.json
proxy /model/info > litellm/models.json
proxy '/key/list?return_full_object=true&size=100&page=1' > litellm/keys.json
proxy '/key/list?return_full_object=true&size=100&page=2' > litellm/keys-2.json`

const PLAN = `export PLINTH_TOKEN=…           # an access token, or an API key of a platform admin
export OPENAI_API_KEY=…         # each variable that config.yaml names
npm run import:litellm -- --config config.yaml --state litellm --url https://plinth.example.com`

const APPLY = `npm run import:litellm -- --config config.yaml --state litellm --url https://plinth.example.com --apply`

export const litellm: Guide = {
	title: 'Move from LiteLLM',
	summary: 'What a proxy has as models, orgs, budgets and keys, tried before anything changes.',
	lead: 'How to bring the models, teams, keys and budgets of a LiteLLM proxy to Plinth, and what has no place there.',
	intro:
		"Plinth isn't a proxy: agents ask it which model they get and whether a run may continue, and call the vendor themselves. So what routes, caches or checks requests stays behind. The commands run in a clone of Plinth.",
	chapters: () => [
		{
			id: 'save',
			title: 'Save what the proxy has',
			parts: [
				'`config.yaml` has the models. Teams, keys and budgets are in the database of the proxy, and its lists show them. `$LITELLM` is its address:',
				bytes('save', SAVE),
				'Save further pages as `keys-3.json` and so on. The command says if pages are missing. Without the folder it only brings the models.',
			],
		},
		{
			id: 'plan',
			title: 'See what it would make',
			parts: [
				'Keys of vendors come from the environment only, from the variables that `config.yaml` names:',
				bytes('plan', PLAN),
				"It prints the change of the platform's configuration, each call that it would make, and what isn't carried over, with the reason. An API key needs the scopes `platform_admin`, `org.settings`, `runtime.report` and `runtime.resolve`.",
			],
		},
		{
			id: 'becomes',
			title: 'What becomes what',
			parts: [
				table([
					[
						'model_list',
						"LLM providers of the platform, one for each account with a vendor, and the vendor's models under them. The name that callers used becomes a tag.",
					],
					['several deployments of a model', 'Providers with a number, such as `openai-2`.'],
					['prices per token', 'Prices per 1,000 tokens. [Selling models](/docs/models) says how to fill in others.'],
					['teams', 'Orgs.'],
					[
						'members',
						'Invitations, for those whose address is known. They work for seven days, and as long as the API key that made them is there.',
					],
					['keys', 'Service accounts, each with a new key. A proxy only has hashes of the old ones.'],
					[
						'max_budget, budget_duration',
						'A budget in credits, in the nearest of the windows hour, day, week, month and total. It says where the window is another one.',
					],
					['blocked', 'A pause.'],
				]),
				"Not carried: fallbacks, routing, caches, guardrails and callbacks, `rpm` and `tpm`, lists of allowed models, keys without a team, and models of vendors that speak neither OpenAI's API nor Anthropic's.",
			],
		},
		{
			id: 'apply',
			title: 'Make it',
			parts: [
				'The same with `--apply`:',
				bytes('apply', APPLY),
				"The new keys and the tokens of the invitations are shown once, so they go into `litellm-secrets.json`, which only you can read. Send an invitation as `/console/join#` and its token. If a call is refused, the others are made, and the command names it. Repeat it within a day: what was made isn't made again, and its secrets aren't shown again.",
				'A provider whose variable is not set is left out. Set it, and repeat the command.',
			],
		},
		{
			id: 'agents',
			title: 'Point the agents at Plinth',
			parts: [
				'[Connecting an agent](/docs/runtime) shows how a program asks for a model with such a key. `openai^gpt-4o` is the model `gpt-4o` of the provider `openai`. To hand out the keys of vendors, an account also needs `platform_credentials`: [who gets your key](/docs/models#runtime).',
			],
		},
	],
}
