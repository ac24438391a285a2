import type { Client } from './instance.ts'
import type { Line } from './section.ts'

export interface Result {
	name: string
	title: string
	lines: Line[]
}

/** What a section comes to: a fault is one, whatever else it saw. */
export const resultOf = ({ lines }: Result): Line['kind'] =>
	(['failed', 'held', 'not shown'] as const).find((kind) => lines.some((line) => line.kind === kind)) ?? 'not shown'

interface About {
	url: string
	version: string
	started: Date
	ended: Date
	client: Client
}

/** The report in Markdown. */
export function reportOf({ url, version, started, ended, client }: About, results: Result[]): string {
	const locations = [...client.locations].map(([name, count]) => `${name} (${count})`).join(', ')
	return `# What ${new URL(url).host} held on ${started.toISOString().slice(0, 10)}

\`npm run prove\`, from ${started.toISOString()} to ${ended.toISOString()}, against Plinth ${version}.

- Cloudflare's locations that answered: ${locations || 'none is named in the answers'}
- Calls that a rate limit made wait: ${client.limited()}
- One client saw this, from one place. It doesn't show what callers elsewhere see, or another day.

| section | result |
| --- | --- |
${results.map((result) => `| ${result.title} | ${resultOf(result)} |`).join('\n')}

${results.map(({ title, lines }) => `## ${title}\n\n${lines.map(({ kind, text }) => `- ${kind}: ${text}`).join('\n')}`).join('\n\n')}
`
}
