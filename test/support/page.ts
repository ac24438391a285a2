import { expect } from 'vitest'
import { STYLE_SHEET } from '../../src/operations/docs/built.ts'
import { send } from './api.ts'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** What a reader copies from the block with that id. */
export async function shown(path: string, block: string): Promise<string> {
	const { status, body: html } = await send('GET', path)
	expect(status).toBe(200)
	const [, escaped] = new RegExp(`<pre id="${block}"[^>]*>([^<]*)</pre>`).exec(html) as unknown as [string, string]
	return escaped.replaceAll(/&([a-z]+|#39);/g, (_, name: string) => ENTITIES[name] as string)
}

/** A page without the link to its style sheet, which it must have exactly once. */
export function withoutSheet(page: string): string {
	const [before, after, ...more] = page.split(`<link rel="stylesheet" href="${STYLE_SHEET}">`)
	expect([typeof after, more]).toEqual(['string', []])
	return `${before}${after}`
}
