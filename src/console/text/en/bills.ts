/** Texts of comparing a vendor's bill with what Plinth counted. */
export const bills = {
	hint: 'Whether what Plinth counted adds up to what a vendor bills. The file stays in this browser, and nothing is stored.',
	bill: 'Bill',
	file: 'Bill as a CSV file',
	file_hint:
		'The file of costs that OpenAI or Anthropic exports, by day and by line item or model. Any other needs a day, a model and a cost in US dollars.',
	choose: 'Choose a bill',
	choose_hint: 'Days and models where it differs from Plinth show up here, with what to do about each.',
	formats: { openai: 'From OpenAI', anthropic: 'From Anthropic', other: 'A file of another kind' },
	is: (format: string, lines: string, first: string, last: string) =>
		`${format}: ${lines} ${lines === '1' ? 'line' : 'lines'}, ${first} – ${last} (UTC).`,
	empty_lines: (lines: string) =>
		`${lines} ${lines === '1' ? 'line of the file has' : 'lines of the file have'} no cost.`,
	refunds: (usd: string) => `Refunds of ${usd} are left out.`,
	dates: 'Leave dates out of model names',
	dates_hint: 'OpenAI bills gpt-5-2025-08-07 for what is called gpt-5.',
	billed: 'Billed',
	counted: 'Counted',
	difference: 'Difference',
	difference_hint: 'Above 0, the vendor billed more than Plinth counted. Below 0, less.',
	lines: 'Differences',
	lines_hint: (same: string) => `${same} other ${same === '1' ? 'line is' : 'lines are'} the same on both sides.`,
	shown: (shown: string, all: string) => `The ${shown} largest of ${all}.`,
	model: 'Model and day',
	what: 'What to do',
	same: 'The bill and Plinth agree',
	same_hint: 'Every day and every model costs the same on both sides.',
	todo: {
		only_billed:
			'No run names this model. Look for what else uses the key, or for another name of the model at Plinth.',
		only_counted: "The bill doesn't name it. Another account may pay, or the vendor's day ends at another hour.",
		unreported: 'Some runs reported no cost. Check the price of the model.',
		unpriced: 'Some runs have a model without a price. Give it one.',
		own_models: "Runs of this name used an org's own model. Find out whose key it is.",
		unknown: 'Check the price of the model, and whether somebody else uses the key.',
	},
	own: "Runs on orgs' own models",
	own_hint: 'Their vendors bill the orgs, so they count in no line above.',
	problems: {
		empty: 'The file has no lines with a cost.',
		quote: 'A quotation mark in the file never ends. Export it again.',
		no_date: 'The file has no column for the day. Call one “date”.',
		no_model: 'The file has no column for the model. Call one “model”.',
		no_cost: 'The file has no column for the cost. Call one “cost_usd”.',
		no_models_named: 'No line names a model. Export the costs by line item or by model.',
		currency: (line: string, cell: string) =>
			`Line ${line} is in ${cell}. Plinth counts US dollars: export the bill in those.`,
		date_form: (line: string, cell: string) => `Line ${line} has the day “${cell}”. Write it like 2026-11-21.`,
		date_missing: (line: string, cell: string) => `Line ${line} has the day “${cell}”, which doesn't exist.`,
		calendar: (line: string, cell: string) =>
			`Line ${line} has the day “${cell}”, which is of another calendar. Write it like 2026-11-21.`,
		cost: (line: string, cell: string) => `Line ${line} has the cost “${cell}”, which is no number.`,
		cost_unclear: (line: string, cell: string) =>
			`The cost “${cell}” in line ${line} can be read in two ways. Write all costs with a decimal point and nothing between thousands.`,
		too_many: (_line: string, cell: string) =>
			`The file has ${cell} days and models. Export at most 10,000, such as one month.`,
		too_large: 'The file is larger than 20 MB. Export a shorter time.',
	},
} as const
