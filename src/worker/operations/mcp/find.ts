import type { Hono } from 'hono'
import type { App } from '../../context.ts'
import { isBehindGate, operations } from '../../ground/http/operations.ts'
import { needsOf } from '../docs/access-words.ts'

const MOST = 20

interface Found {
	method: string
	path: string
	summary: string
	needs: string
}

interface Known extends Found {
	text: string
}

const known = new WeakMap<Hono<App>, Known[]>()

export function operationsOf(app: Hono<App>): Known[] {
	const all =
		known.get(app) ??
		operations(app)
			.filter(({ path }) => isBehindGate(path))
			.map((operation) => {
				const { method, summary = '', access = 'anyone', tag } = operation
				const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
				// What follows a semicolon is a detail.
				const [says] = summary.split(';')
				const text = ` ${method} ${path} ${says} ${tag}`.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
				return { method, path, summary, needs: needsOf(operation, access), text }
			})
	known.set(app, all)
	return all
}

const has = ({ text }: Known, word: string) => text.includes(` ${word}`)

/** The operations that fit the words best, by which word begins one of theirs. A word counts the more, the fewer operations have it. */
export function find(app: Hono<App>, query: string): { operations: Found[] } {
	const all = operationsOf(app)
	const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].map((word) => word.replace(/s$/, ''))
	const weighed = words.map((word) => {
		const count = all.filter((one) => has(one, word)).length
		return { word, weight: count > 0 ? Math.log((all.length + 1) / count) : 0 }
	})
	const scored = all.map((one) => ({
		one,
		score: weighed.reduce((sum, { word, weight }) => (has(one, word) ? sum + weight : sum), 0),
	}))
	const best = scored
		.filter(({ score }) => score > 0)
		.toSorted((a, b) => b.score - a.score || a.one.path.length - b.one.path.length)
	return { operations: best.slice(0, MOST).map(({ one: { text: _, ...found } }) => found) }
}
