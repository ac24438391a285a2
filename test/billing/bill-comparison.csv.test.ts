import { describe, expect, test } from 'vitest'
import { type Bill, type Problem, readBill } from '../../src/console/bills/read-bill.ts'

// The bills of vendors, as the console reads them in the browser.

const TODAY = new Date('2026-11-29T12:00:00Z')
const read = (text: string) => readBill(text, TODAY)
const bill = (text: string) => {
	const came = read(text)
	expect(came).not.toHaveProperty('reason')
	return came as Bill
}

const OPENAI = `\uFEFFstart_time,end_time,start_time_iso,end_time_iso,amount_value,amount_currency,line_item,project_id,organization_id,organization_name\r
1795219200,1795305600,2026-11-21T00:00:00+00:00,2026-11-22T00:00:00+00:00,0.8958740000000000,usd,"gpt-5-2025-08-07, input",proj_1,org-1,"Acme, Inc."\r
1795219200,1795305600,2026-11-21T00:00:00+00:00,2026-11-22T00:00:00+00:00,0.1041260000000001,usd,"gpt-5-2025-08-07, cached input",proj_2,org-1,"Acme, Inc."\r
1795219200,1795305600,2026-11-21T00:00:00+00:00,2026-11-22T00:00:00+00:00,6E-7,usd,"web search tool calls",proj_2,org-1,"Acme, Inc."\r
1795305600,1795392000,2026-11-22T00:00:00+00:00,2026-11-23T00:00:00+00:00,,,,,,\r
`

const ANTHROPIC = `usage_date_utc,model,workspace,api_key,usage_type,context_window,token_type,cost_usd,list_price_usd,cost_type
2026-11-21,Claude Haiku 4.5,Default,one,message,≤ 200k,input_no_cache,0.05,0.10,token
2026-11-21,claude-haiku-4-5,Default,two,message,≤ 200k,output,0.25,0.50,token
2026-11-20,,Default,two,message,,,0.01,0.01,web_search
`

describe('what vendors export', () => {
	test("OpenAI's file of costs: by day and model, whatever was counted of it", () => {
		expect(bill(OPENAI)).toEqual({
			format: 'openai',
			lines: [
				{ date: '2026-11-21', model: 'gpt-5-2025-08-07', cost_usd: 1 },
				{ date: '2026-11-21', model: 'web search tool calls', cost_usd: 6e-7 },
			],
			refunds: [],
			empty: 1,
			start: '2026-11-21',
			end: '2026-11-21',
		})
	})

	test("Anthropic's file of costs, in which models have the names that people read", () => {
		expect(bill(ANTHROPIC)).toMatchObject({
			format: 'anthropic',
			lines: [
				{ date: '2026-11-20', model: 'other', cost_usd: 0.01 },
				{ date: '2026-11-21', model: 'claude-haiku-4-5', cost_usd: 0.3 },
			],
			start: '2026-11-20',
			end: '2026-11-21',
		})
	})

	test('any other file with a day, a model and a cost, in whatever order among 50 columns', () => {
		const others = Array.from({ length: 47 }, (_, index) => `column ${index}`)
		const text = [
			['Cost', ...others, 'Model', 'Date'].join('\t'),
			['$1.50', ...others, 'GPT-5', '2026/11/21'].join('\t'),
			['US$ 0.25', ...others, 'gpt-5 ', '20261121'].join('\t'),
		]
		expect(bill(text.join('\r'))).toMatchObject({
			format: 'other',
			lines: [{ date: '2026-11-21', model: 'GPT-5', cost_usd: 1.75 }],
		})
	})
})

describe('amounts', () => {
	const costs = (separator: string, ...cells: string[]) =>
		[['date', 'model', 'cost'], ...cells.map((cell, index) => ['2026-11-21', `m${index}`, cell])]
			.map((row) => row.join(separator))
			.join('\n')

	test.each<[string, string, string[], number[]]>([
		['decimal commas', ';', ['0,05', '1.234,56', '12'], [0.05, 1234.56, 12]],
		['decimal points and thousands', ',', ['"1,234.56"', '0.05', '"1,234"'], [1234.56, 0.05, 1234]],
		['commas that group, where others have a point', ',', ['"1,234"', '0.5'], [1234, 0.5]],
		['a decimal comma that could group, beside one that could not', ',', ['"0,123"', '"0,5"'], [0.123, 0.5]],
		['spaces and apostrophes that group', ';', ['1 234,50', "1'000,25"], [1234.5, 1000.25]],
		['powers of ten', ',', ['1.5e-6', '2E2'], [0.0000015, 200]],
		['more digits than a double has', ',', ['0.12345678951234567890123'], [0.12345679]],
	])('%s', (_, separator, cells, wanted) => {
		expect(bill(costs(separator, ...cells)).lines.map(({ cost_usd }) => cost_usd)).toEqual(wanted)
	})

	test('a thousand lines of a fraction add up to what the bill says', () => {
		const line = '2026-11-21,m,0.1\n'
		expect(bill(`date,model,cost\n${line.repeat(1000)}`).lines).toEqual([
			{ date: '2026-11-21', model: 'm', cost_usd: 100 },
		])
	})

	test('what is below 0 in all is told apart', () => {
		const text = 'date,model,cost\n2026-11-21,a,5\n2026-11-21,a,-2\n2026-11-21,refund,(3.50)\n'
		expect(bill(text)).toMatchObject({
			lines: [{ model: 'a', cost_usd: 3 }],
			refunds: [{ date: '2026-11-21', model: 'refund', cost_usd: -3.5 }],
		})
	})
})

describe('what is refused', () => {
	const other = (rest: string) => `date,model,cost\n2026-11-20,m,1\n${rest}`

	test.each<[string, string, Problem]>([
		['an empty file', '', { reason: 'empty' }],
		['a file with headings only', 'date,model,cost\n\n', { reason: 'empty' }],
		['a quote that never ends', 'date,model,cost\n2026-11-21,"m,1\n', { reason: 'quote' }],
		['a file without days', 'model,cost\nm,1', { reason: 'no_date' }],
		['a file without models', 'date,cost\n2026-11-21,1', { reason: 'no_model' }],
		['a file without costs', 'date,model\n2026-11-21,m', { reason: 'no_cost' }],
		['costs that name no model', 'date,line_item,amount_value\n2026-11-21,,1', { reason: 'no_models_named' }],
		[
			'another currency in its column',
			'date,model,cost,currency\n2026-11-21,m,1,eur',
			{ reason: 'currency', line: 2, cell: 'EUR' },
		],
		[
			'another currency in the heading',
			'date,model,Cost (CNY)\n2026-11-21,m,1',
			{ reason: 'currency', line: 1, cell: 'CNY' },
		],
		[
			'another currency in the heading of a name',
			'date,model,amount_gbp\n2026-11-21,m,1',
			{ reason: 'currency', line: 1, cell: 'GBP' },
		],
		['another currency at the amount', other('2026-11-21,m,€1'), { reason: 'currency', line: 3, cell: '€' }],
		['another dollar', other('2026-11-21,m,A$1'), { reason: 'currency', line: 3, cell: 'A$' }],
		['a Buddhist year', other('2569-11-21,m,1'), { reason: 'calendar', line: 3, cell: '2569-11-21' }],
		['a Persian year', other('1405-08-30,m,1'), { reason: 'calendar', line: 3, cell: '1405-08-30' }],
		['a Japanese era', other('令和8年11月21日,m,1'), { reason: 'calendar', line: 3, cell: '令和8年11月21日' }],
		['a day that could be two', other('11/12/2026,m,1'), { reason: 'date_form', line: 3, cell: '11/12/2026' }],
		['a day that does not exist', other('2026-02-30,m,1'), { reason: 'date_missing', line: 3, cell: '2026-02-30' }],
		['NaN', other('2026-11-21,m,NaN'), { reason: 'cost', line: 3, cell: 'NaN' }],
		['an amount in words', other('2026-11-21,m,much'), { reason: 'cost', line: 3, cell: 'much' }],
		[
			'an amount that could be two',
			'date,model,cost\n2026-11-21,m,"1,234"',
			{ reason: 'cost_unclear', line: 2, cell: '1,234' },
		],
		[
			'two ways to write amounts',
			other('2026-11-21,m,"0,5"\n2026-11-21,m,0.25'),
			{ reason: 'cost_unclear', line: 3, cell: '0,5' },
		],
	])('%s', (_, text, problem) => {
		expect(read(text)).toEqual(problem)
	})

	test('more than 10,000 lines of days and models, but not as many lines of the file', () => {
		const lines = (count: number, models: number) =>
			`date,model,cost\n${Array.from({ length: count }, (_, index) => `2026-11-21,m${index % models},0.01`).join('\n')}`
		expect(read(lines(10_001, 10_001))).toEqual({ reason: 'too_many', cell: '10001' })
		expect(bill(lines(10_000, 10_000)).lines).toHaveLength(10_000)
		expect(bill(lines(30_000, 3)).lines.map(({ cost_usd }) => cost_usd)).toEqual([100, 100, 100])
	})
})

test('days are UTC days', () => {
	const days = [
		'2026-11-21T23:30:00-05:00',
		'2026-11-21 00:30:00 +0100',
		'2026-11-21T05:00:00Z',
		'1795219200',
		'2026-11-21 23:00:00 UTC',
	]
	const text = `timestamp,model,cost\n${days.map((day) => `${day},m,1`).join('\n')}`
	expect(bill(text).lines).toEqual([
		{ date: '2026-11-20', model: 'm', cost_usd: 1 },
		{ date: '2026-11-21', model: 'm', cost_usd: 3 },
		{ date: '2026-11-22', model: 'm', cost_usd: 1 },
	])
})
