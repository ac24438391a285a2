import { useState } from 'react'
import { api, page, Refusal } from '../api.ts'
import { redemptionCodes } from '../text/en/redemption-codes.ts'
import { Button } from '../ui/button.tsx'
import { sentenceOf } from '../ui/failure.tsx'
import { number } from '../ui/format.ts'
import { saveFile } from '../ui/save-file.ts'
import { useToast } from '../ui/toasts.tsx'
import { csvOf } from './csv.ts'
import type { Code } from './state.tsx'

const t = redemptionCodes.download

const ROWS = 200
/** 200 codes are one request, and an instance allows 600 requests a minute. */
const MOST = 20_000

interface Search {
	q?: string | undefined
	type?: string | undefined
}

/** Saves all codes that a search finds. */
export function Download({ search }: { search: Search }) {
	const toast = useToast()
	const [count, setCount] = useState<number>()
	const download = async () => {
		setCount(0)
		try {
			const { codes, isCut } = await readAll(search, setCount)
			saveFile(`${search.q ?? 'redemption-codes'}.csv`, csvOf(codes))
			toast({ text: isCut ? t.cut(number(codes.length)) : t.done(number(codes.length)) })
		} catch (error) {
			toast({ text: error instanceof Refusal ? sentenceOf(error) : t.failed, tone: 'bad' })
		}
		setCount(undefined)
	}
	return (
		<Button icon="down" isBusy={count !== undefined} onClick={() => void download()}>
			{count ? t.running(number(count)) : t.action}
		</Button>
	)
}

async function readAll(search: Search, onCount: (count: number) => void) {
	const codes: Code[] = []
	let cursor: string | undefined
	do {
		// oxlint-disable-next-line no-await-in-loop -- each page has the cursor of the next
		const { rows, next } = await page(
			api.GET('/v1/admin/redemption-codes', { params: { query: { ...search, cursor, limit: ROWS } } }),
		)
		codes.push(...rows)
		onCount(codes.length)
		cursor = next
	} while (cursor && codes.length < MOST)
	return { codes, isCut: cursor !== undefined }
}
