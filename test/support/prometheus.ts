// Reads the text format of Prometheus 0.0.4 strictly: https://prometheus.io/docs/instrumenting/exposition_formats/. It throws at
// whatever a scraper would refuse, and at what `promtool check metrics` would complain about.

export interface Sample {
	name: string
	labels: Record<string, string>
	value: number
}

export interface Family {
	help: string
	type: string
	samples: Sample[]
}

const NAME = /^[a-zA-Z_][a-zA-Z0-9_]*$/
const LINE = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(?:\{(.*)\})? (\S+)$/
const LABEL = /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\["\\n])*)"(,|$)/y
const VALUE = /^(?:[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?|[+-]Inf|NaN)$/

function labelsOf(text: string): Record<string, string> {
	const labels: Record<string, string> = {}
	LABEL.lastIndex = 0
	while (LABEL.lastIndex < text.length) {
		const [, name, value] = LABEL.exec(text) ?? []
		if (name === undefined || value === undefined) throw new Error(`Not labels: ${text}`)
		if (name in labels) throw new Error(`A label twice: ${text}`)
		labels[name] = value.replaceAll(/\\(["\\n])/g, (_, one: string) => (one === 'n' ? '\n' : one))
	}
	return labels
}

function valueOf(text: string): number {
	if (!VALUE.test(text)) throw new Error(`Not a value: ${text}`)
	return text.endsWith('Inf') ? (text.startsWith('-') ? -Infinity : Infinity) : Number(text)
}

const SUFFIXES: Record<string, string[]> = { histogram: ['_bucket', '_sum', '_count'], counter: [''], gauge: [''] }

/** The families of an exposition, by name. */
export function parse(text: string): Map<string, Family> {
	if (!text.endsWith('\n')) throw new Error('The last line has no end')
	const families = new Map<string, Family>()
	const seen = new Set<string>()
	let current: { name: string; family: Family } | undefined
	let help: { name: string; text: string } | undefined
	for (const line of text.slice(0, -1).split('\n')) {
		const [, kind, name, rest] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? []
		if (kind !== undefined && name !== undefined && rest !== undefined) {
			if (!NAME.test(name)) throw new Error(`Not a name: ${name}`)
			if (kind === 'HELP') help = { name, text: rest }
			else {
				if (help?.name !== name) throw new Error(`${name} has no help before its type`)
				if (families.has(name)) throw new Error(`${name} twice`)
				if (!(rest in SUFFIXES)) throw new Error(`${name} is a ${rest}`)
				current = { name, family: { help: help.text, type: rest, samples: [] } }
				families.set(name, current.family)
			}
			continue
		}
		const [, sample, labels = '', value] = LINE.exec(line) ?? []
		if (!current || sample === undefined || value === undefined) throw new Error(`Not a line: ${line}`)
		const { name: family, family: of } = current
		if (!SUFFIXES[of.type]?.some((suffix) => sample === family + suffix))
			throw new Error(`${sample} stands under ${family}`)
		const one = { name: sample, labels: labelsOf(labels), value: valueOf(value) }
		const key = JSON.stringify([sample, Object.entries(one.labels).toSorted()])
		if (seen.has(key)) throw new Error(`A sample twice: ${line}`)
		seen.add(key)
		of.samples.push(one)
	}
	for (const [name, family] of families) hold(name, family)
	return families
}

function hold(name: string, { type, samples }: Family) {
	if (samples.length === 0) throw new Error(`${name} has no samples`)
	if (type === 'counter' && !name.endsWith('_total')) throw new Error(`${name} is a counter without _total`)
	if (type !== 'counter' && name.endsWith('_total')) throw new Error(`${name} is no counter`)
	if (/_(count|sum|bucket)$/.test(name)) throw new Error(`${name} ends like a part of a histogram`)
	if (/_(ms|milliseconds|minutes|hours|days|kilobytes|megabytes)(_|$)/.test(name))
		throw new Error(`${name} has no base unit`)
	if (type === 'counter' && samples.some(({ value }) => !(value >= 0))) throw new Error(`${name} is negative`)
	if (type === 'histogram') holdHistogram(name, samples)
}

function holdHistogram(name: string, samples: Sample[]) {
	const groups = Map.groupBy(samples, ({ labels: { le: _, ...labels } }) =>
		JSON.stringify(Object.entries(labels).toSorted()),
	)
	for (const [key, group] of groups) {
		const of = (suffix: string) => group.filter((one) => one.name === name + suffix)
		const bounds = of('_bucket').map(({ labels }) => valueOf(labels.le ?? ''))
		const counts = of('_bucket').map(({ value }) => value)
		const isRising = (list: number[], least: number) =>
			list.every((one, at) => at === 0 || one - (list[at - 1] ?? 0) >= least)
		if (!isRising(bounds, Number.MIN_VALUE) || !isRising(counts, 0))
			throw new Error(`${name} ${key}: buckets out of order`)
		if (bounds.at(-1) !== Infinity) throw new Error(`${name} ${key}: no bucket +Inf`)
		if (of('_sum').length !== 1 || of('_count')[0]?.value !== counts.at(-1))
			throw new Error(`${name} ${key}: no sum or count`)
	}
}

/** The value of a family's one sample with these labels, among others; undefined without such a sample. */
export function valueIn(
	families: Map<string, Family>,
	name: string,
	labels: Record<string, string> = {},
	suffix = '',
): number | undefined {
	const wanted = Object.entries(labels)
	const found = families
		.get(name)
		?.samples.filter(
			(one) => one.name === name + suffix && wanted.every(([label, value]) => one.labels[label] === value),
		)
	if (found && found.length > 1) throw new Error(`${name} has several samples with ${JSON.stringify(labels)}`)
	return found?.[0]?.value
}
