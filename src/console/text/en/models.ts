/** Texts of the models with their prices. */
export const models = {
	page: 'Models',
	hint_page: {
		platform: 'What every org can use, or buy with a plan, and what it costs.',
		org: 'What runs of this org can use, and what it costs.',
	},
	tabs: { label: 'Sections of models', prices: 'Models', compare: 'Compare' },
	title: 'Prices',
	hint_platform: (rate: string) => `Per million tokens. Credits at ${rate} per USD.`,
	columns: {
		model: 'Model',
		usd: 'USD, in / out',
		cache: 'USD, cache read / write',
		margin: 'Margin',
		credits: 'Credits, in / out',
	},
	default: 'default',
	no_price: 'no price',
	empty: 'No models yet',
	empty_hint: 'Add a provider, then its models.',
	empty_platform: 'Add a provider with your key, price its models, and put them into plans.',
	unpriced: {
		title: (count: number) => (count === 1 ? '1 model has no price.' : `${count} models have no price.`),
		text: (command: string) =>
			`Their runs only cost what the runtime reports. Set prices by hand or with ${command}; a multiplier of 0 makes a model free.`,
		set: (model: string) => `Price ${model}`,
	},
	offers: {
		hint: 'Credits per million tokens, in the order in which models are chosen.',
		cache: 'Credits, cache read / write',
		usable: 'Available',
		yes: 'Yes',
		needs: 'With',
	},
	steps: {
		title: 'Next steps',
		done: 'done',
		models: 'Models',
		models_hint: 'Browse the models of the vendor, and add those you sell.',
		prices: 'Prices',
		prices_hint: (command: string) => `Set the prices of each model, or fill them in with ${command}.`,
		plans: 'Plans',
		plans_hint: 'No plan grants this yet:',
		plans_link: 'Open plans',
		plans_open: 'Every org gets the models without an entitlement. Name one to sell a model with a plan.',
	},
} as const
