import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { excerptOf, type Found, pieces, ranked, wordsOf } from '../../src/console/reference/ranking.ts'
import { BASE } from '../support/api.ts'

async function indexOf(language: string): Promise<Found[]> {
	const response = await env.ASSETS.fetch(`${BASE}/console/reference-${language}.json`)
	return response.json()
}

const INDEXES: Record<string, Found[]> = { en: await indexOf('en'), zh: await indexOf('zh') }

/** The addresses of the first results. */
const foundIn = (language: string, text: string) =>
	ranked(INDEXES[language] ?? [], wordsOf(text))
		.slice(0, 5)
		.map(([, , , href]) => href)

test.for<[text: string, href: string]>([
	['webhook signature', '/docs/webhooks#signature'],
	['retry', '/docs/webhooks#answer'],
	['hold', '/docs/spending#begin'],
	['delete flag', '/docs/api/feature-flags#delete_feature_flags_key'],
	['plans.subscribed', '/docs/errors#error-plans.subscribed'],
	['default_value', '/docs/api/feature-flags#post_feature_flags'],
	['run.completed', '/docs/api/events#webhook_run_completed'],
	['POST /v1/plans', '/docs/api/plans#post_plans'],
	['pagination', '/docs/concepts/pagination'],
	['idempotency', '/docs/concepts/idempotency'],
	['authentication', '/docs/concepts/authentication'],
	['versioning', '/docs/concepts/versioning'],
	['changelog', '/docs/concepts/versioning#changelog'],
	['sdk', '/docs/concepts/clients'],
	['rate limit', '/docs/concepts/rate-limits'],
])('the search for %s finds %s among the first five', ([text, href]) => {
	expect(foundIn('en', text)).toContain(href)
})

test.for<[text: string, href: string]>([
	['停止运行', '/docs/spending'],
	['签名', '/docs/webhooks#verify'],
	['分页', '/docs/concepts/pagination'],
	['限流', '/docs/concepts/rate-limits'],
	['预算暂停', '/docs/spending'],
	['套餐 订阅', '/docs/errors#error-configuration.plan_in_use'],
])('the search for %s in Chinese finds %s among the first five', ([text, href]) => {
	expect(foundIn('zh', text)).toContain(href)
})

test('the search looks into texts, not only into titles, and ignores the case and the form of a word', () => {
	const all: Found[] = [
		['guide', 'Deliveries', '', '/a', 'A delivery is retried for three days.'],
		['operation', 'Retry a delivery', 'POST /v1/x', '/b', ''],
		['error', 'Nothing of this', '', '/c', ''],
	]
	expect(ranked(all, wordsOf('RETRIES')).map(([, , , href]) => href)).toEqual(['/b', '/a'])
	expect(ranked(all, wordsOf('retry paging'))).toEqual([])
	expect(ranked(all, wordsOf('('))).toEqual([])
})

test('an excerpt is the text around the word, which is marked', () => {
	const text = `${'word '.repeat(100)}The Signature is checked. ${'word '.repeat(100)}`
	const excerpt = excerptOf(text, ['signature'])
	expect(excerpt).toMatch(/^…word .*The Signature is checked\. .*…$/)
	expect(excerpt.length).toBeLessThan(200)
	expect(pieces('It retries.', ['retry'])).toEqual([
		{ text: 'It ', isFound: false },
		{ text: 'retries', isFound: true },
		{ text: '.', isFound: false },
	])
})

test('no language has an entry without an address, and both have the same ones', () => {
	const [en, zh] = ['en', 'zh'].map((language) => INDEXES[language]?.map(([kind, , , href]) => `${kind} ${href}`))
	expect(zh).toEqual(en)
	expect(new Set(en).size).toBe(en?.length)
})
