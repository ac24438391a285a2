// Days as bills write them. Only forms that mean one day in every country are read.

/** The first year that a bill for models can be about. */
const FIRST_YEAR = 2020

interface Read {
	day?: string
	/** Why it's no day: its form, a day that doesn't exist, or a year of another calendar. */
	problem?: 'form' | 'missing' | 'calendar'
}

/** The UTC day that a cell names: `2026-11-21`, `2026/11/21`, `20261121`, a time with an offset, or Unix seconds. */
export function dayIn(text: string, today = new Date()): Read {
	if (/[\u0660-\u0669\u06F0-\u06F9]|[年月日]|令和|平成|民國|民国|พ\.ศ|\bBE\b|\bAH\b|\bAP\b/u.test(text))
		return { problem: 'calendar' }
	if (/^\d{9,11}(\.0+)?$/.test(text)) return checked(new Date(Number(text) * 1000).toISOString().slice(0, 10), today)
	const [, year, month, day, time] = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[T ](\d{2}:?\d{2}.*))?$/.exec(text) ?? []
	if (year === undefined) return { problem: 'form' }
	const named = `${year}-${month}-${day}`
	const early = checked(named, today)
	if (early.problem || time === undefined || !/(Z|UTC|[+-]\d\d:?\d\d)$/i.test(time)) return early
	const at = new Date(
		`${named}T${time
			.replace(/ ?UTC$/i, 'Z')
			.replace(/ (?=[+-]\d)/, '')
			.replace(/([+-]\d\d)(\d\d)$/, '$1:$2')}`,
	)
	return Number.isNaN(at.getTime()) ? { problem: 'form' } : checked(at.toISOString().slice(0, 10), today)
}

function checked(day: string, today: Date): Read {
	const year = Number(day.slice(0, 4))
	if (year < FIRST_YEAR || year > today.getUTCFullYear() + 1) return { problem: 'calendar' }
	const at = new Date(`${day}T00:00:00Z`)
	return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day ? { problem: 'missing' } : { day }
}
