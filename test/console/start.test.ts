import { expect } from 'vitest'
import { greeting } from '../../src/tools/settings.ts'
import { instance, test } from './test.ts'

const linesOf = (text: string) => text.split('\n').filter((line) => line.trim() !== '')

test("a start prints the console's address first", () => {
	const [first = '', ...others] = linesOf(greeting({ BOOTSTRAP_ADMIN_LOGIN: 'admin', BOOTSTRAP_ADMIN_PASSWORD: 'x' }))
	expect(first).toMatch(/^Console: http:\/\/localhost:\d+\/console\/$/)
	expect(others.join('\n')).toContain('/docs')
	const printed = linesOf(instance().printed)
	expect(printed.find((line) => line.includes('http'))).toBe(
		`Console: ${instance().address.replace('127.0.0.1', 'localhost')}/console/`,
	)
})

test('a browser that opens the address gets the console', async ({ open }) => {
	const page = await open('/')
	await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
	expect(new URL(page.url()).pathname).toBe('/console/')
})

test('scripts and pages are compressed for those who accept it, and the API works as before', async () => {
	const { address } = instance()
	const page = await fetch(`${address}/console/`, { headers: { 'Accept-Encoding': 'gzip' } })
	expect(page.headers.get('Content-Encoding')).toBe('gzip')
	const [, script = ''] = /src="(\/console\/language\.js)"/.exec(await page.text()) ?? []
	const read = (encoding: string) => fetch(address + script, { headers: { 'Accept-Encoding': encoding } })
	const [plain, small] = [await read('identity'), await read('gzip, br')]
	expect([plain.headers.get('Content-Encoding'), small.headers.get('Content-Encoding')]).toEqual([null, 'gzip'])
	expect(await small.text()).toBe(await plain.text())
	const document = await fetch(`${address}/openapi.json`)
	expect(((await document.json()) as { openapi: string }).openapi).toMatch(/^3\./)
})
