import { and, desc, eq, sql } from 'drizzle-orm'
import * as z from 'zod'
import type { WorkContext } from '../../context.ts'
import { newId, now } from '../../ground/db/columns.ts'
import { allOf, noChange } from '../../ground/db/state.ts'
import { requires, signedIn } from '../../ground/http/access.ts'
import { body, query, refuses, returns, routes } from '../../ground/http/contract.ts'
import { existing, notFound, taken } from '../../ground/http/errors.ts'
import { changedJson, taggedJson } from '../../ground/http/etag.ts'
import { ConfirmQuery } from '../../ground/http/fields.ts'
import { openPage, PageQuery } from '../../ground/http/page.ts'
import type { VerbOf } from '../../ground/write/actions.ts'
import { ensure, ensureChanged } from '../../ground/write/guards.ts'
import { write } from '../../ground/write/write.ts'
import { decisionOn } from './admitted.ts'
import { configuredIpRules, roomForRules } from './configured.ts'
import { CheckIp, CreateIpRule, IpRule, IpVerdict, UpdateIpRule } from './schema.ts'
import { ensureCallerAdmitted, selfLockout } from './self-lockout.ts'
import { ipRules, toRule } from './table.ts'

const auditOf = (verb: VerbOf<'ip_rules'>, target_id: string, org_id: string) => ({
	action: `ip_rules.${verb}` as const,
	target: ipRules,
	target_id,
	org_id,
	isNew: verb === 'create',
	undo: [{ table: ipRules, where: allOf(eq(ipRules.id, target_id), eq(ipRules.org_id, org_id)) }],
	kinds: [{ kind: configuredIpRules }],
})

export const ipRuleRoutes = routes()

ipRuleRoutes.post(
	'/',
	requires('org.settings'),
	query(ConfirmQuery),
	body(CreateIpRule),
	returns(201, IpRule, 'Allow or block a network'),
	refuses('name.taken', 'ip_rules.self_lockout', 'ip_rules.too_many'),
	async (c) => {
		const { org_id } = c.var.principal
		const rule = { id: newId('ipr'), org_id, ...c.req.valid('json'), created_at: now() }
		const parts = {
			room: ensure(c, roomForRules.holds(org_id, sql`1`)),
			insert: c.var.db.insert(ipRules).values(rule),
			admitted: ensureCallerAdmitted(c, c.req.valid('query').confirm),
		}
		await write(c, parts, {
			audit: auditOf('create', rule.id, org_id),
			response: { status: 201, body: rule },
			duplicate: () => taken('Your org already has this rule', 'cidr'),
			otherwise: () => creationRefusal(c, org_id),
		})
		return c.json(rule, 201)
	},
)

ipRuleRoutes.get(
	'/',
	signedIn(),
	query(PageQuery),
	returns(200, z.array(IpRule), "List your org's IP rules"),
	async (c) => {
		const page = openPage(c, c.req.valid('query'))
		const rows = await c.var.db
			.select()
			.from(ipRules)
			.where(and(eq(ipRules.org_id, c.var.principal.org_id), page.before(ipRules.id)))
			.orderBy(desc(ipRules.id))
			.limit(page.limit)
		return c.json(page.close(rows, ({ id }) => id).map(toRule))
	},
)

ipRuleRoutes.get('/:rule_id', signedIn(), returns(200, IpRule, "Read one of your org's IP rules"), async (c) => {
	const where = ruleOf(c.var.principal.org_id, c.req.param('rule_id'))
	const [rule] = await c.var.db.select().from(ipRules).where(where).limit(1)
	return taggedJson(c, toRule(existing(rule, 'IP rule')))
})

ipRuleRoutes.patch(
	'/:rule_id',
	requires('org.settings'),
	body(UpdateIpRule),
	returns(200, IpRule, 'Change the note of an IP rule'),
	async (c) => {
		const rule_id = c.req.param('rule_id')
		const { org_id } = c.var.principal
		const where = ruleOf(org_id, rule_id)
		const update = c.var.db
			.update(ipRules)
			.set({ ...noChange(ipRules.note), ...c.req.valid('json') })
			.where(where)
			.returning()
		const { rules } = await write(
			c,
			{ rules: update, found: ensureChanged(c) },
			{ audit: { ...auditOf('update', rule_id, org_id), where }, otherwise: notFound('IP rule') },
		)
		return changedJson(c, rules[0] && toRule(rules[0]))
	},
)

ipRuleRoutes.delete(
	'/:rule_id',
	requires('org.settings'),
	query(ConfirmQuery),
	returns(204, undefined, 'Delete an IP rule'),
	refuses('ip_rules.self_lockout'),
	async (c) => {
		const rule_id = c.req.param('rule_id')
		const { org_id } = c.var.principal
		const where = ruleOf(org_id, rule_id)
		const parts = {
			remove: c.var.db.delete(ipRules).where(where),
			found: ensureChanged(c),
			admitted: ensureCallerAdmitted(c, c.req.valid('query').confirm),
		}
		await write(c, parts, {
			audit: { ...auditOf('delete', rule_id, org_id), where },
			otherwise: async () => {
				const [rule] = await c.var.db.select({ id: ipRules.id }).from(ipRules).where(where).limit(1)
				return rule ? selfLockout(c) : notFound('IP rule')
			},
		})
		return c.body(null, 204)
	},
)

ipRuleRoutes.post(
	'/check',
	signedIn(),
	body(CheckIp),
	returns(200, IpVerdict, "Check whether your org's IP rules admit an address", { changes: false }),
	async (c) => c.json(await decisionOn(c.var.db, c.var.principal.org_id, c.req.valid('json').ip)),
)

/** The rule with this id, if it's the org's. */
const ruleOf = (org_id: string, rule_id: string) => allOf(eq(ipRules.id, rule_id), eq(ipRules.org_id, org_id))

async function creationRefusal(c: WorkContext, org_id: string) {
	const { room } = await c.var.db.get<{ room: number }>(sql`SELECT ${roomForRules.holds(org_id, sql`1`)} AS room`)
	return room === 1 ? selfLockout(c) : roomForRules.refusal()
}
