import { expect } from 'vitest'
import { send } from './api.ts'
import { LANGUAGE_SCRIPT, REFERENCE_SCRIPT, STYLE_SHEET, THEME_SCRIPT } from './program.ts'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

/** The text that HTML stands for. */
const textOf = (escaped: string) => escaped.replaceAll(/&([a-z]+|#39);/g, (_, name: string) => ENTITIES[name] as string)

async function read(path: string): Promise<string> {
	const { status, body: html } = await send('GET', path)
	expect(status).toBe(200)
	return html
}

/** What a reader copies from the block with that id. */
export async function shown(path: string, block: string): Promise<string> {
	const found = new RegExp(`<pre id="${block}"[^>]*>([^<]*)</pre>`).exec(await read(path))
	const [, escaped] = found as unknown as [string, string]
	return textOf(escaped)
}

/** What a reader copies from the samples with that id, one for each language. */
export async function shownSamples(path: string, id: string): Promise<string[]> {
	const [, samples = ''] = new RegExp(`<div class="code" id="${id}">(.*?)</div>`, 's').exec(await read(path)) ?? []
	return [...samples.matchAll(/<pre[^>]*>([^<]*)<\/pre>/g)].map(([, escaped = '']) => textOf(escaped))
}

const ICON = '<link rel="icon" type="image/svg+xml" href="/console/logo.svg">'
const SHEET = `<link rel="stylesheet" href="${STYLE_SHEET}">`
const SCRIPTS = `<script src="${THEME_SCRIPT}"></script><script src="${LANGUAGE_SCRIPT}" data-en data-zh></script><script type="module" src="${REFERENCE_SCRIPT}"></script>`

/** A page without its icon, its style sheet and its scripts, each of which it must have exactly once. */
const bare = (page: string) =>
	[ICON, SHEET, SCRIPTS].reduce((text, own) => {
		const [before, after, ...more] = text.split(own)
		expect([own, typeof after, more]).toEqual([own, 'string', []])
		return `${before}${after}`
	}, page)

/** Demands that a page may only load what's ours, and contains nothing that its policy forbids. Returns it without its head's files. */
export function holdPolicy({ body, headers }: { body: string; headers: Headers }): string {
	expect(headers.get('Content-Type')).toContain('text/html')
	const policy = headers.get('Content-Security-Policy') as string
	expect(policy).toMatch(/^default-src 'none'; style-src 'self'; frame-ancestors 'none'; script-src 'self'; /)
	expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
	expect(policy).not.toMatch(/unsafe|https?:/)
	const html = bare(body)
	expect(html).not.toMatch(/<script|<link|<style|<img|url\(|style="|(href|src)="https?:/)
	return html
}
