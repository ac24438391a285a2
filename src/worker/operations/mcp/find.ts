import type { Hono } from 'hono'
import type { App } from '../../context.ts'
import { isBehindGate } from '../../ground/http/operations.ts'
import { operations } from '../../ground/http/operations.ts'
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

/** The operations that tools can call. */
export function operationsOf(app: Hono<App>): Known[] {
	const all =
		known.get(app) ??
		operations(app)
			.filter(({ path }) => isBehindGate(path))
			.map((operation) => {
				const { method, summary = '', access = 'anyone', tag } = operation
				const path = operation.path.replaceAll(/:(\w+)/g, '{$1}')
				const text = `${method} ${path} ${summary} ${tag}`.toLowerCase()
				return { method, path, summary, needs: needsOf(operation, access), text }
			})
	known.set(app, all)
	return all
}

/** The operations that fit the words best. A word counts the more, the fewer operations have it. */
export function find(app: Hono<App>, query: string): { operations: Found[] } {
	const all = operationsOf(app)
	const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])].map((word) => word.replace(/s$/, ''))
	const weights = words.map((word) => ({ word, weight: 1 / all.filter(({ text }) => text.includes(word)).length }))
	const scored = all.map((one) => ({
		...one,
		score: weights.reduce((sum, { word, weight }) => (one.text.includes(word) ? sum + weight : sum), 0),
	}))
	const best = scored
		.filter(({ score }) => score > 0)
		.toSorted((a, b) => b.score - a.score || a.path.length - b.path.length)
	return { operations: best.slice(0, MOST).map(({ text: _, score: __, ...found }) => found) }
}
