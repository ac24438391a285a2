import { expect } from 'vitest'
import type { Reply } from './api.ts'

/** The pages of a list, up to the last one, which has no cursor. `between` runs after each of the others. */
export async function pagesOf(
	{ get }: { get: (path: string) => Promise<Reply> },
	path: string,
	between?: () => Promise<unknown>,
): Promise<Reply[]> {
	const pages: Reply[] = []
	for (let cursor: string | null = ''; cursor !== null;) {
		const page = await get(path + (cursor && `&cursor=${cursor}`))
		expect(page.status).toBe(200)
		pages.push(page)
		expect(pages.length, 'The list ends').toBeLessThan(500)
		cursor = page.headers.get('Next-Cursor')
		if (cursor !== null) await between?.()
	}
	return pages
}

/** The rows of all pages. */
export const rowsOfPages = async (...of: Parameters<typeof pagesOf>) =>
	(await pagesOf(...of)).flatMap(({ body }) => body)
