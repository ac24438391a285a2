import type { Context } from 'hono'
import type { SignedIn, Standing } from '../../context.ts'
import { prepared } from '../../ground/db/prepared.ts'
import { notFound } from '../../ground/http/errors.ts'
import { guard } from '../../ground/write/guards.ts'
import { isOpen, isOrgOpen } from './access.ts'
import { orgs } from './table.ts'

const isThere = prepared(['org_id'], (db, { org_id }) => guard(db, isOrgOpen(org_id.getSQL())))

/**
 * That an org isn't deleted, for the batch of an operator who changes something in it. It has no members, but its rows stay for a
 * restore, so an operator would find them by their ids.
 */
export const presenceOf = ({ var: { db } }: Context<SignedIn>, org_id: string): Standing => ({
	holds: () => isThere(db, { org_id }),
	refusal: async () => {
		const [org] = await db.select({ id: orgs.id }).from(orgs).where(isOpen(org_id)).limit(1)
		return org ? undefined : notFound('Org')
	},
})
