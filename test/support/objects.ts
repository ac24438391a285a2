import { env } from 'cloudflare:workers'

type Binding = 'TOOL_GROUP' | 'CONFIRMATION' | 'ACCESS_LOG_STREAM'

/** The objects that this file has called, and when the alarm of each is due, in milliseconds; undefined if it has none. */
const objects = new Map<DurableObjectId, { binding: Binding; due?: number | undefined }>()

/**
 * Notes an object. Its storage keeps the time of its alarm, and the alarm goes off only when a test fires it with
 * `runDurableObjectAlarm`.
 */
export function note(binding: Binding, { id, storage }: DurableObjectState): void {
	const known = [...objects.entries()].find(([other]) => other.equals(id))?.[1]
	const object = known ?? { binding, due: undefined as number | undefined }
	if (!known) objects.set(id, object)
	const deleteAll = storage.deleteAll.bind(storage)
	const setDue = (due?: number) => {
		object.due = due
		return Promise.resolve()
	}
	Object.assign(storage, {
		getAlarm: () => Promise.resolve(object.due ?? null),
		setAlarm: (at: number | Date) => setDue(Number(at)),
		deleteAlarm: () => setDue(),
		deleteAll: () => {
			object.due = undefined
			return deleteAll()
		},
	})
}

/** The objects that this file has called. */
export const called = (): DurableObjectStub[] =>
	[...objects].map(([id, { binding }]) => (env[binding] as unknown as DurableObjectNamespace).get(id))

export const forgetObjects = (): void => objects.clear()
