// What two versions answered to one request, as differences that a table can name. An index of a list is `[]`, and an id in a
// path is `{}`: one line says it for all rows.

interface Answered {
	status: number
	body: unknown
}

const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

/** `/v1/plans/plan_01…` is `/v1/plans/{}`. Words of the API have no digits, upper case, underscores or dots. */
const templateOf = (path: string) =>
	path
		.replace(/\?.*/, '?')
		.split('/')
		.map((part, index) => (index > 1 && /[A-Z\d_.%]/.test(part) ? '{}' : part))
		.join('/')

export function differencesBetween({ path, ...then }: Answered & { path: string }, now: Answered): string[] {
	const where = `GET ${templateOf(path)}`
	if (then.status !== now.status) return [`${where}: ${then.status} is ${now.status}`]
	return [...new Set(within('', then.body, now.body))].map((difference) => `${where}: ${difference}`)
}

function within(place: string, then: unknown, now: unknown): string[] {
	if (Array.isArray(then) && Array.isArray(now)) return ofLists(place, then, now)
	if (isObject(then) && isObject(now))
		return [...new Set([...Object.keys(then), ...Object.keys(now)])].flatMap((key) => {
			const field = place === '' ? key : `${place}.${key}`
			if (field === 'trace_id') return []
			if (!(key in then)) return [`new ${field}`]
			if (!(key in now)) return [`no ${field}`]
			return within(field, then[key], now[key])
		})
	return JSON.stringify(then) === JSON.stringify(now) ? [] : [`${place} ${shown(then)} is ${shown(now)}`]
}

const nameOf = (row: unknown) => (isObject(row) ? (row.id ?? row.run_id ?? row.key) : undefined)

/** Rows with an id or a key are compared with the row of the same name. */
function ofLists(place: string, then: unknown[], now: unknown[]): string[] {
	const [before, after] = [then.map(nameOf), now.map(nameOf)]
	if ([...before, ...after].includes(undefined)) {
		if (then.length !== now.length) return [`${place}[] has ${now.length} rows instead of ${then.length}`]
		return then.flatMap((one, index) => within(`${place}[]`, one, now[index]))
	}
	const kept = before.filter((name) => after.includes(name))
	return [
		...(after.length > kept.length ? [`new rows in ${place}[]`] : []),
		...(before.length > kept.length ? [`rows are missing in ${place}[]`] : []),
		...(after.filter((name) => before.includes(name)).join() === kept.join() ? [] : [`${place}[] has another order`]),
		...kept.flatMap((name) => within(`${place}[]`, then[before.indexOf(name)], now[after.indexOf(name)])),
	]
}

/** A time differs in each recording. */
const shown = (value: unknown) =>
	typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? 'a time' : JSON.stringify(value)?.slice(0, 40)
