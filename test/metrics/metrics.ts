// `npm run test:metrics`: starts the built Worker, and lets the real tools read its metrics. `promtool check metrics` must have
// no complaint, and Debian's `prometheus` must scrape the instance and answer a query. Installs them where they're missing.
import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { withPlinth } from '../counterparts/plinth.ts'
import { freePort } from '../support/free-port.ts'

const METRICS_TOKEN = 'a-token-of-the-scraper'
const SCRAPED_WITHIN_MS = 30_000

const isInstalled = (name: string) => {
	try {
		return execFileSync('which', [name], { encoding: 'utf8' }) !== ''
	} catch {
		return false
	}
}

if (!isInstalled('promtool') || !isInstalled('prometheus')) {
	execFileSync('apt-get', ['update', '-q'], { stdio: 'ignore' })
	execFileSync('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'prometheus'], { stdio: 'ignore' })
}

await withPlinth({ METRICS_TOKEN }, async ({ url, call }) => {
	const account = { login: 'root', password: 'bootstrap-password-1' }
	await someTraffic(url, (await call('POST', '/v1/auth/login', account)).access_token as string)
	const text = await (await fetch(`${url}/metrics`, authorized(METRICS_TOKEN))).text()
	execFileSync('promtool', ['check', 'metrics'], { input: text, stdio: ['pipe', 'inherit', 'inherit'] })
	const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
	console.log(`promtool check metrics: no complaint about ${lines.length} samples in ${text.length} bytes`)
	await scraped(url, lines.length)
})

function authorized(secret: string): RequestInit {
	return { headers: { Authorization: `Bearer ${secret}` } }
}

/** Requests of each class, so that each counter has something. */
async function someTraffic(url: string, token: string): Promise<void> {
	for (const path of ['/healthz', '/v1/me', '/v1/admin/users', '/v1/feature-flags/none/evaluate', '/v1/plans'])
		await (await fetch(url + path, authorized(token))).arrayBuffer()
}

/** Lets Prometheus scrape the instance, and throws unless it has every sample. */
async function scraped(plinth: string, count: number): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'plinth-prometheus-'))
	const { host } = new URL(plinth)
	writeFileSync(join(folder, 'token'), METRICS_TOKEN)
	writeFileSync(
		join(folder, 'prometheus.yml'),
		[
			'scrape_configs:',
			'  - job_name: plinth',
			'    scrape_interval: 1s',
			`    authorization: { credentials_file: ${join(folder, 'token')} }`,
			`    static_configs: [{ targets: ['${host}'] }]`,
		].join('\n'),
	)
	const port = await freePort()
	const prometheus = spawn(
		'prometheus',
		[
			`--config.file=${join(folder, 'prometheus.yml')}`,
			`--storage.tsdb.path=${join(folder, 'data')}`,
			`--web.listen-address=127.0.0.1:${port}`,
		],
		{ stdio: 'ignore' },
	)
	try {
		const query = async (text: string) => {
			const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(text)}`
			const response = await fetch(url).catch(() => undefined)
			const { data }: { data?: { result: { value: [number, string] }[] } } = (await response?.json()) ?? {}
			return Number(data?.result[0]?.value[1] ?? 0)
		}
		const until = Date.now() + SCRAPED_WITHIN_MS
		while ((await query('scrape_samples_scraped{job="plinth"}')) < count) {
			if (Date.now() > until)
				throw new Error(`Prometheus has ${await query('count({job="plinth"})')} of ${count} samples`)
			await sleep(500)
		}
		const sum = await query('sum(plinth_requests_total{job="plinth"})')
		if (!(sum > 0)) throw new Error('Prometheus has no requests')
		console.log(
			`prometheus: ${await query('scrape_samples_scraped{job="plinth"}')} samples in a scrape, ${sum} requests`,
		)
	} finally {
		prometheus.kill('SIGKILL')
		rmSync(folder, { recursive: true, force: true })
	}
}
