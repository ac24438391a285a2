import { BOUNDS_MS, type Histogram } from '../../ground/metrics/counters.ts'

// The text format of Prometheus 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/

export const CONTENT_TYPE = 'text/plain; version=0.0.4; charset=utf-8'

type Labels = Record<string, string>
export type Sample = [labels: Labels, value: number]

const escaped = (value: string) => value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')

function labelsOf(labels: Labels): string {
	const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
	return pairs.length > 0 ? `{${pairs.join(',')}}` : ''
}

const valueOf = (value: number) => (value === Infinity ? '+Inf' : String(value))

const lineOf = (name: string, labels: Labels, value: number) => `${name}${labelsOf(labels)} ${valueOf(value)}\n`

const headOf = (name: string, type: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`

/** A family of samples; nothing if there are none. */
export const family = (type: 'counter' | 'gauge', name: string, help: string, samples: Sample[]): string =>
	samples.length === 0
		? ''
		: headOf(name, type, help) + samples.map(([labels, value]) => lineOf(name, labels, value)).join('')

/** A family of histograms, in seconds. */
export const histograms = (name: string, help: string, of: [labels: Labels, histogram: Histogram][]): string =>
	headOf(name, 'histogram', help) + of.map(([labels, histogram]) => histogramOf(name, labels, histogram)).join('')

function histogramOf(name: string, labels: Labels, { buckets, count, sum_ms }: Histogram): string {
	let below = 0
	const lines = buckets.map((more, at) => {
		below += more
		const bound = BOUNDS_MS[at]
		return lineOf(`${name}_bucket`, { ...labels, le: bound === undefined ? '+Inf' : String(bound / 1_000) }, below)
	})
	return lines.join('') + lineOf(`${name}_sum`, labels, sum_ms / 1_000) + lineOf(`${name}_count`, labels, count)
}
