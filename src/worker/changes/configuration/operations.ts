import type { Context } from 'hono'
import type * as z from 'zod'
import type { SignedIn } from '../../context.ts'
import { taggedJson, taggedText } from '../../ground/http/etag.ts'
import { requireKnown } from '../../ground/http/ignored.ts'
import { entriesOf } from '../../ground/http/json-input.ts'
import type { PageQuery } from '../../ground/http/page.ts'
import type { Item } from '../../ground/write/entry.ts'
import { kindsOf } from '../kinds.ts'
import { shownEntries } from './access.ts'
import { apply } from './apply.ts'
import { currentState, planOf, responseOf, tagOf } from './plan.ts'
import { requireBase } from './precondition.ts'
import { planOfRestore } from './restore.ts'
import { listRevisions, readRevision } from './revisions.ts'
import type { ApplyQuery, ConfigurationRequest } from './schema.ts'

// What the routes of both documents do.

type C = Context<SignedIn>
type Request = z.infer<typeof ConfigurationRequest>
type Confirmed = z.infer<typeof ApplyQuery>

export async function exported(c: C) {
	const state = await currentState(c, c.var.owner)
	return taggedText(c, state.text, tagOf(state))
}

export async function planned(c: C, request: Request) {
	const state = await currentState(c, c.var.owner, request.document)
	const plan = await planOf(c, state, { ...request, isOnlyPlanned: true })
	requireKnown(c, plan.unknown)
	return c.json(responseOf(plan))
}

export async function applied(c: C, request: Request, confirmed: Confirmed) {
	const state = await currentState(c, c.var.owner, request.document)
	requireBase(c.req.header('If-Match'), state)
	const plan = await planOf(c, state, request)
	requireKnown(c, plan.unknown)
	const response = await apply(c, plan, confirmed, { kind: 'apply' })
	c.header('ETag', tagOf(response))
	return c.json(response)
}

export async function restored(c: C, number: string, confirmed: Confirmed) {
	const plan = await planOfRestore(c, c.var.owner, number)
	return c.json(await apply(c, plan, confirmed, { kind: 'restore', restored_from: Number(number) }))
}

export const listed = async (c: C, page: z.infer<typeof PageQuery>) => c.json(await listRevisions(c, c.var.owner, page))

export async function read(c: C, number: string) {
	const { owner } = c.var
	const { revision } = await readRevision(c, owner, number)
	const document = { ...revision.document }
	for (const kind of kindsOf(owner)) {
		if (kind.isSingle || document[kind.name] === undefined) continue
		const shown = shownEntries(c, kind, owner)
		const entries = entriesOf(document[kind.name]).map(([key, item]) => shown({ key, item: item as Item }))
		document[kind.name] = Object.fromEntries(entries.map(({ key, item }) => [key, item]))
	}
	return taggedJson(c, { ...revision, document })
}
