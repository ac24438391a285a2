import { env } from 'cloudflare:workers'
import { keep, secret } from '../configuration.ts'
import { configOf, GATEWAY } from '../gateway.ts'
import { type Call, type Here, idIn, KEY, type Kind, listed, PLANS, removed } from './kind.ts'

const RULES = '/v1/ip-rules'

const HOOKS = '/v1/webhook-endpoints'

const MAIL = '/v1/admin/email/config'

const putMail =
	(smtp_host: string): Call =>
	({ root }, how) =>
		root.put(MAIL, { smtp_host }, how)

const RULE = { type: 'blocklist', cidr: '203.0.113.0/24' }

/** Whether the org lets an address in. */
const reached =
	(headers: Record<string, string>) =>
	async ({ owner }: Here) =>
		(await owner.get(PLANS, { headers })).status

const SIGNING = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

const HOOK = 'https://hooks.example.com/walked'

const URL_OF_SAMPLE = 'https://hooks.example.com/switched'

const switchHook =
	(enabled: boolean): Call =>
	async ({ owner }, how) =>
		owner.patch(`${HOOKS}/${await idIn(owner, HOOKS, 'url', URL_OF_SAMPLE)}`, { enabled }, how)

const many = (count: number, statement: string) => (org_id: string) =>
	env.DB.prepare(`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count - 1}) ${statement}`)
		.bind(org_id)
		.run()

export const doors: Kind[] = [
	{
		of: 'platform',
		section: 'gateway_config',
		permission: 'platform_admin',
		isConfirmable: true,
		prepare: ({ owner }) => owner.post(RULES, { type: 'blocklist', cidr: '198.51.100.0/24' }),
		samples: {
			changed: {
				key: 'gateway_config',
				before: configOf({}),
				after: configOf({ ip_mode: 'proxy', trusted_cidrs: ['192.0.2.0/24'] }),
				forth: ({ root }, how) =>
					root.put(GATEWAY, configOf({ ip_mode: 'proxy', trusted_cidrs: ['192.0.2.0/24'] }), how),
				back: ({ root }, how) => root.put(GATEWAY, configOf({}), how),
				seen: reached({ 'CF-Connecting-IP': '192.0.2.1', 'X-Forwarded-For': '198.51.100.7' }),
			},
		},
	},
	{
		of: 'platform',
		section: 'email_config',
		permission: 'platform_admin',
		isConfirmable: true,
		samples: {
			redirected: {
				key: 'email_config',
				before: { smtp_host: 'first.example.com', smtp_user: 'plinth', smtp_pass: secret(KEY) },
				after: { smtp_host: 'second.example.com', smtp_user: 'plinth', smtp_pass: keep },
				forth: putMail('second.example.com'),
				back: putMail('first.example.com'),
				says: { forth: { host: 'second.example.com:' }, back: { host: 'first.example.com:' } },
				seen: async ({ root }) => (await root.get(MAIL)).body,
			},
			removed: {
				key: 'email_config',
				before: { from: 'a@example.com', smtp_host: 'third.example.com', smtp_port: 25, smtp_pass: secret(KEY) },
				after: null,
				forth: ({ root }, how) =>
					root.put(
						MAIL,
						{ from: null, smtp_host: null, smtp_port: null, smtp_user: null, smtp_tls_mode: null, smtp_pass: null },
						how,
					),
				seen: async ({ root }) => (await root.get(MAIL)).body,
			},
		},
	},
	{
		of: 'org',
		section: 'ip_rules',
		permission: 'org.settings',
		isConfirmable: true,
		samples: {
			created: {
				key: `${RULE.type} ${RULE.cidr}`,
				before: null,
				after: { note: '' },
				forth: ({ owner }, how) => owner.post(RULES, RULE, how),
				back: removed(RULES, 'cidr', RULE.cidr),
				seen: reached({ 'CF-Connecting-IP': '203.0.113.9' }),
			},
			deleted: {
				key: 'blocklist 203.0.113.128/25',
				before: { note: 'kept' },
				after: null,
				forth: removed(RULES, 'cidr', '203.0.113.128/25'),
				back: ({ owner }, how) => owner.post(RULES, { type: 'blocklist', cidr: '203.0.113.128/25', note: 'kept' }, how),
				seen: reached({ 'CF-Connecting-IP': '203.0.113.200' }),
			},
		},
		limits: [
			{
				by: many(
					1_000,
					`INSERT INTO ip_rules (id, org_id, type, cidr, created_at)
					SELECT 'ipr_' || ?1 || i, ?1, 'blocklist', '10.' || (i / 250) || '.' || (i % 250) || '.0/24', '' FROM n`,
				),
				reason: 'ip_rules.too_many',
				stays: ['blocklist 198.18.0.0/24', {}],
				goes: ['blocklist 198.19.0.0/24', {}],
				create: (owner) => owner.post(RULES, { type: 'blocklist', cidr: '198.20.0.0/24' }),
				remove: async (owner) => owner.delete(`${RULES}/${await idIn(owner, RULES, 'cidr', '198.19.0.0/24')}`),
			},
		],
	},
	{
		of: 'org',
		section: 'webhook_endpoints',
		permission: 'org.settings',
		samples: {
			created: {
				key: HOOK,
				before: null,
				after: { events: ['*'] },
				forth: ({ owner }, how) => owner.post(HOOKS, { url: HOOK, events: ['*'] }, how),
				back: removed(HOOKS, 'url', HOOK),
				seen: listed(HOOKS),
			},
			deleted: {
				key: `${HOOK}/deleted`,
				// A single call can only create enabled ones.
				before: { events: ['*'], enabled: false, secret: secret(SIGNING) },
				after: null,
				forth: removed(HOOKS, 'url', `${HOOK}/deleted`),
				seen: listed(HOOKS),
			},
			enabled: {
				key: URL_OF_SAMPLE,
				before: { events: ['subscription.expired'], enabled: false },
				after: { events: ['subscription.expired'], enabled: true },
				forth: switchHook(true),
				back: switchHook(false),
				says: { forth: { signals: true } },
				seen: listed(HOOKS),
			},
			disabled: {
				key: `${URL_OF_SAMPLE}/off`,
				before: { events: ['subscription.expired'], secret: secret(SIGNING) },
				after: { events: ['subscription.expired'], enabled: false, secret: keep },
				says: { back: { signals: true } },
				seen: listed(HOOKS),
			},
		},
		limits: [
			{
				by: many(
					100,
					`INSERT INTO webhook_endpoints (id, org_id, url, events, enabled, public_key, created_at, attempt_count, success_count)
					SELECT 'whe_' || ?1 || i, ?1, 'https://hooks.example.com/' || i, '["*"]', 0, '', '', 0, 0 FROM n`,
				),
				reason: 'webhook_endpoints.too_many',
				stays: ['https://hooks.example.com/stays', { events: ['*'] }],
				goes: ['https://hooks.example.com/goes', { events: ['*'] }],
				create: (owner) => owner.post(HOOKS, { url: 'https://hooks.example.com/more', events: ['*'] }),
				remove: async (owner) =>
					owner.delete(`${HOOKS}/${await idIn(owner, HOOKS, 'url', 'https://hooks.example.com/goes')}`),
			},
		],
	},
]
