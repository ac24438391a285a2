import type { Code } from './state.tsx'

const COLUMNS = ['code', 'type', 'value', 'max_uses', 'use_count', 'expires_at', 'is_active', 'batch_id'] as const

/** A spreadsheet would run text that starts like a formula. The apostrophe makes it plain text. */
const isFormula = (text: string) => /^[=+\-@\t\r]/.test(text)

function cellOf(value: string | number | boolean | null): string {
	const text = String(value ?? '')
	const safe = typeof value === 'string' && isFormula(text) ? `'${text}` : text
	return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Codes in the format of RFC 4180. */
export const csvOf = (codes: Code[]) =>
	[COLUMNS.join(','), ...codes.map((code) => COLUMNS.map((column) => cellOf(code[column])).join(','))]
		.map((line) => `${line}\r\n`)
		.join('')

/** Gives the browser a file to save. No server sees it. */
export function saveFile(name: string, text: string) {
	const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }))
	const link = document.createElement('a')
	link.href = url
	link.download = name
	link.click()
	// The browser reads the file after the click.
	setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
