import { expect, test, vi } from 'vitest'
import { isolateCache } from '../support/program.ts'

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

test('several values take one read, of those that are not cached', async () => {
	const cache = isolateCache<string>(60_000)
	const read = vi.fn<(keys: string[]) => Promise<Map<string, string>>>((keys) =>
		Promise.resolve(new Map(keys.map((key) => [key, `${key}!`]))),
	)
	const get = async (...keys: string[]) => Object.fromEntries(await cache.getAll(keys, read))
	expect(await get('a', 'b')).toEqual({ a: 'a!', b: 'b!' })
	expect(await get('b', 'c')).toEqual({ b: 'b!', c: 'c!' })
	expect(await get('c', 'a')).toEqual({ a: 'a!', c: 'c!' })
	expect(read.mock.calls).toEqual([[['a', 'b']], [['c']]])
	// A read that began before `forget` may have seen the old state.
	read.mockImplementationOnce(() => {
		cache.forget()
		return Promise.resolve(new Map([['d', 'old']]))
	})
	expect(await get('d')).toEqual({ d: 'old' })
	expect(await get('d', 'a')).toEqual({ d: 'd!', a: 'a!' })
	expect(read).toHaveBeenLastCalledWith(['d', 'a'])
})

test('while reads fail, a cache returns an old entry as long as the entry is usable', async () => {
	vi.useFakeTimers()
	const cache = isolateCache<string>(1_000, { standsInFor: 5_000 })
	const down = () => Promise.reject(new Error('down'))
	expect(await cache.get('a', () => Promise.resolve('one'))).toBe('one')
	vi.advanceTimersByTime(6_999)
	expect(await cache.get('a', down)).toBe('one')
	vi.advanceTimersByTime(1)
	await expect(cache.get('a', down)).rejects.toThrow('down')
})
