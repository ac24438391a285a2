import type { WorkContext } from '../../context.ts'
import { fromNow, newId, now } from '../../ground/db/columns.ts'
import type { ApiError } from '../../ground/http/errors.ts'
import type { Statements } from '../../ground/write/after-commit.ts'
import { write } from '../../ground/write/write.ts'
import { orgs } from '../../tenancy/orgs/table.ts'
import { insertMember } from './members.ts'
import { tellMember } from './rank.ts'

interface NewOrg {
	name: string
	owner_user_id: string | undefined
	/** Whether an operator makes somebody else its owner, who learns of it. */
	isByOperator?: boolean
	/** What must hold, and the error if it doesn't. */
	guards: Record<string, Statements>
	otherwise: () => ApiError | Promise<ApiError>
	/** What the response has besides the org. */
	shown?: Record<string, unknown>
}

/** Creates an org, with its owner if it has one, and returns it as the response shows it. */
export async function createOrg(
	c: WorkContext,
	{ name, owner_user_id, isByOperator, guards, otherwise, shown = {} }: NewOrg,
) {
	const org = { id: newId('org'), name, created_at: now() }
	// Old personal orgs are known by the one time that registration gave the org and its owner: `personalOrgs`.
	const joined_at = fromNow(1)
	const response = { ...org, ...shown }
	await write(
		c,
		{
			...guards,
			insert: c.var.db.insert(orgs).values(org),
			ownership: owner_user_id && insertMember(c, { org_id: org.id, user_id: owner_user_id, role: 'owner' }, joined_at),
			told: owner_user_id && isByOperator && tellMember(c, { org_id: org.id, user_id: owner_user_id, role: 'owner' }),
		},
		{
			audit: { action: 'orgs.create', target: orgs, target_id: org.id, org_id: org.id, isNew: true },
			response: { status: 201, body: response },
			otherwise,
		},
	)
	return response
}
