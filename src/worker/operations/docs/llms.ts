import { type Chapter, EVENTS } from './chapter.ts'
import type { GuideLink } from './contents.ts'
import type { Document } from './document.ts'

const link = (href: string, title: string, summary: string) => `- [${title}](${href}): ${summary}`

/** `/llms.txt`: where a model finds what, in the form of llmstxt.org. */
export function llms({ info }: Document, chapters: Chapter[], guides: GuideLink[]): string {
	return `# ${info.title}

> ${info.summary}

Agents call the MCP server \`POST /mcp\` with an API key: it finds, describes and calls every operation. Programs call the HTTP API.

${info.description}

## Guides

${guides.map(({ href, title, summary }) => link(href, title.en, summary.en)).join('\n')}

## Reference

${link('/openapi.json', 'OpenAPI', 'Every operation with its parameters, bodies, responses and errors, as JSON.')}
${chapters.map(({ href, title, description }) => link(href, title, description)).join('\n')}
${link(EVENTS, 'Events', 'What is sent to webhook endpoints.')}
${link('/docs/errors', 'Errors', 'Every code and reason, and what helps.')}
`
}
