import { expect, test, vi } from 'vitest'
import { isolateCache } from '../../src/db/cache.ts'

test('a cache is limited by the size of its values, and drops the oldest first', async () => {
	const cache = isolateCache<number>(60_000, { weightOf: (value) => value * 1_000_000 })
	const read = vi.fn<(value: number) => Promise<number>>((value) => Promise.resolve(value))
	const get = (key: string, value: number) => cache.get(key, () => read(value))
	await get('a', 3)
	await get('b', 3)
	await get('c', 2)
	await get('a', 3)
	expect(read).toHaveBeenCalledTimes(3)
	await get('d', 1)
	await get('b', 3)
	await get('c', 2)
	await get('d', 1)
	expect(read).toHaveBeenCalledTimes(4)
	await get('a', 3)
	expect(read).toHaveBeenCalledTimes(5)
	// Larger than the whole cache: it's returned but not cached.
	expect(await get('e', 9)).toBe(9)
	expect(await get('e', 9)).toBe(9)
	expect(read).toHaveBeenCalledTimes(7)
	cache.forget()
	await get('f', 8)
	await get('f', 8)
	expect(read).toHaveBeenCalledTimes(8)
})

test('while reads fail, a cache returns an old entry as long as the entry is usable', async () => {
	vi.useFakeTimers()
	try {
		const cache = isolateCache<string>(1_000, { usableFor: 5_000 })
		const down = () => Promise.reject(new Error('down'))
		expect(await cache.get('a', () => Promise.resolve('one'))).toBe('one')
		vi.advanceTimersByTime(4_999)
		expect(await cache.get('a', down)).toBe('one')
		vi.advanceTimersByTime(1)
		await expect(cache.get('a', down)).rejects.toThrow('down')
	} finally {
		vi.useRealTimers()
	}
})
