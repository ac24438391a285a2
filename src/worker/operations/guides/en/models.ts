import { exampleIn } from '../examples.ts'
import { bytes, type Guide, table } from '../guide.ts'
import { EXAMPLES } from '../models-examples.ts'

const example = exampleIn(EXAMPLES)

const PRICES = `export PLINTH_TOKEN=…           # an API key of a platform admin
npm run prices -- --url https://plinth.example.com --margin 1.2 --models 'openai^*'
npm run prices -- --url https://plinth.example.com --margin 1.2 --models 'openai^*' --apply`

const PAPER = `150,000 tokens in at $0.25 a million      $0.03750
 50,000 tokens from the cache at $0.025   $0.00125
 10,000 tokens out at $2.00               $0.02000
                                          $0.05875
× 1,000 credits per dollar × 1.2          70.5, so 71 credits`

export const models: Guide = {
	title: 'Sell models',
	summary: 'Your key in once, a price for each model, and a bill that adds up.',
	lead: 'How to give every org the models that you buy, at a price, and how to see that the price covers the bill.',
	intro:
		"The examples are a platform admin's requests, in this order. [Get a token](/docs/first-run#token) first. The responses show only the fields that matter. A name in braces is a value that later requests use as a variable of that name.",
	chapters: () => [
		{
			id: 'key',
			title: 'Put your key in once',
			parts: [
				'A provider of the platform serves all orgs. Its key is sealed, and no org sees it:',
				...example('provider'),
				'An org that has its own provider of the same name uses that instead: it hides yours with all its models.',
			],
		},
		{
			id: 'price',
			title: 'Price a model',
			parts: [
				'The prices are what the vendor asks you, in dollars per 1,000 tokens. `multiplier` is your margin. `entitlement` names who gets the model; without one, every org does:',
				...example('model'),
				'You need not type them. From a clone of Plinth, this fills in the prices of all your models from a public list, and prints what it would change. Only `--apply` changes something:',
				bytes('prices', PRICES),
				"Plinth's price is flat. Where a vendor's price depends on the length of the prompt, the tool takes the highest, and names the model. It also names models that aren't in the list: type their prices.",
			],
		},
		{
			id: 'plan',
			title: 'Put it into a plan',
			parts: [
				'A plan sells a model by granting its entitlement:',
				...example('plan'),
				'This org buys it:',
				...example('org'),
				...example('subscription'),
				'If it ends the subscription, no run can start with the model five seconds later. A started run continues at its price.',
			],
		},
		{
			id: 'price-list',
			title: 'What the org sees',
			parts: [
				"Its price list, in credits per 1,000,000 tokens, with your margin and the org's `credits.per_usd` in it. Members read it too, but neither what you pay nor your margin:",
				...example('price-list'),
				'A price of `null` is that of the input. Models of other plans are listed with `"is_entitled": false`.',
			],
		},
		{
			id: 'run',
			title: 'A run costs what the list says',
			parts: [
				'The runtime begins with a selector, and learns the price:',
				...example('begin'),
				'It reports tokens, and no cost. `total_input_tokens` includes what was read from the cache:',
				...example('end'),
				'On paper:',
				bytes('paper', PAPER),
				'The run says what counted, what was reported, and what its price comes to:',
				...example('run'),
				"A beginning without a selector leaves it to names which model ran, and an own provider of the same name then decides. So a runtime that sells models begins with `selector`, or sends the `model_id` that it got. Plinth's clients do.",
			],
		},
		{
			id: 'counts',
			title: 'What counts',
			parts: [
				table([
					['your model', "Plinth's price, if the model has one and the run has tokens. Else the cost that it reports."],
					["an org's own model", 'The cost that the run reports. Its own prices are only shown.'],
					['no model known', 'The cost that the run reports.'],
				]),
				'Three configuration entries change that: with `billing.cost_source` set to `reported` a reported cost takes precedence, with `billing.own_prices` set to `count` the prices of own models count where nothing is reported, and with `billing.unpriced` set to `refuse` no run can start on a model without a price. The entitlement `credits.own_models_percent` says which share of the credits an org pays for runs on its own models.',
			],
		},
		{
			id: 'runtime',
			title: 'Who gets your key',
			parts: [
				"The permission `platform_credentials` hands your key to a runtime, sealed. Anyone who runs it can then call every model of that vendor with it, and report what they like. So give it to your own runtimes only, and never to a customer's. Everyone else gets your models without key and address.",
			],
		},
		{
			id: 'compare',
			title: 'Compare with the bill',
			parts: [
				'Here is a run of another day:',
				...example('earlier'),
				"This is the vendor's bill for that day. Someone used the key for a model that no run has:",
				...example('compare'),
				"Nothing is stored. The console reads the files that the cost pages of OpenAI and Anthropic export, under Models. The totals are the sums of the lines, to the micro-dollar. Runs on orgs' own models aren't in them, because their vendors bill the orgs.",
				table([
					[
						'only_billed',
						'No run names the model: something else uses the key, or the model has another name at Plinth.',
					],
					['only_counted', 'The bill lacks it: another account pays, or the day ends at another hour there.'],
					['unreported', 'Runs without a reported cost: check the price of the model.'],
					['unpriced', 'Runs of a model without a price: give it one.'],
					['own_models', "Runs of the same name on an org's own model: perhaps its key is yours."],
				]),
				'`GET /v1/admin/usage/pricing` has what runs reported and what their prices come to, by day and model.',
			],
		},
	],
}
