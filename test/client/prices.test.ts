import { execFile } from 'node:child_process'
import { beforeAll, expect, inject, test } from 'vitest'

// `npm run prices` against the real Worker.

const PLINTH = inject('plinth')
let PLINTH_TOKEN = ''

beforeAll(async () => {
	const body = JSON.stringify({ login: 'root', password: 'bootstrap-password-1' })
	const reply = await fetch(`${PLINTH}/v1/auth/login`, { method: 'POST', body })
	;({ access_token: PLINTH_TOKEN } = (await reply.json()) as { access_token: string })
})

interface Ran {
	code: number
	printed: string
}

/** Runs the tool, and returns all that it prints. */
function prices(options: string[], env: Record<string, string> = { PLINTH_TOKEN }): Promise<Ran> {
	return new Promise((resolve) => {
		const only = { PATH: process.env.PATH ?? '', ...env } as unknown as NodeJS.ProcessEnv
		const given = ['src/tools/prices.ts', '--url', PLINTH, ...options]
		execFile(process.execPath, given, { env: only }, (error, stdout, stderr) =>
			resolve({ code: error ? Number(error.code) : 0, printed: stdout + stderr }),
		)
	})
}

test('it says whose prices they are, and of when, and that there is nothing to price', async () => {
	const { code, printed } = await prices([])
	expect(printed).toContain('Prices of @pydantic/genai-prices 0.1.8, as of 2026-09-23.')
	expect(printed).toContain('The platform has no such models.')
	expect(code).toBe(1)
})

test.each([
	[['--margin', 'much'], '--margin must be a number of 0 or more'],
	[['--margin', ''], '--margin must be a number of 0 or more'],
	[['--margin=-1'], '--margin must be a number of 0 or more'],
	[['--margin', 'Infinity'], '--margin must be a number of 0 or more'],
	[['--nonsense'], "Unknown option '--nonsense'"],
])('%j is refused with a sentence', async (options, sentence) => {
	const { code, printed } = await prices(options)
	expect(printed).toContain(sentence)
	expect(printed).not.toContain(' at ')
	expect(code).toBe(1)
})

test('without a token it says what to set', async () => {
	expect(await prices([], {})).toMatchObject({ code: 1, printed: expect.stringContaining('PLINTH_TOKEN is not set') })
})
