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
