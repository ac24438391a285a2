import type { LinkProps } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { neededFor, useOwner } from '../budgets/owner.ts'
import { type Permission, useMe } from '../session/session.ts'
import { palette } from '../text/en/palette.ts'
import type { IconName } from '../ui/icon.tsx'
import { laterOf } from '../ui/loading.ts'

const t = palette.new

interface NewThing {
	label: string
	/** Other words that find it. */
	also?: string
	icon: IconName
	/** The permissions of which it needs one, if any. */
	needs: readonly Permission[]
	/** The dialog that makes it, or the screen. */
	form: ComponentType<{ onClose: () => void }> | (LinkProps & { to: string })
}

const NEW_THINGS: NewThing[] = [
	{
		label: t.plan,
		icon: 'plan',
		needs: ['money.write'],
		form: laterOf(async () => (await import('../plans/create-plan.tsx')).CreatePlan),
	},
	{
		label: t.org,
		icon: 'org',
		needs: ['people.write'],
		form: laterOf(async () => (await import('../orgs/create-org.tsx')).CreateOrg),
	},
	{
		label: t.subscription,
		icon: 'card',
		needs: ['people.write', 'money.write'],
		form: laterOf(async () => (await import('../subscriptions/create-subscription.tsx')).CreateSubscription),
	},
	{
		label: t.feature_flag,
		icon: 'flag',
		needs: ['platform.write'],
		form: laterOf(async () => (await import('../feature-flags/create-flag.tsx')).CreateFlag),
	},
	{
		label: t.redemption_codes,
		icon: 'codes',
		needs: ['money.write'],
		form: laterOf(async () => (await import('../redemption-codes/create-codes.tsx')).CreateCodes),
	},
	{
		label: t.api_key,
		icon: 'key',
		needs: [],
		form: laterOf(async () => (await import('../api-keys/create-key.tsx')).CreateKey),
	},
	{
		label: t.webhook_endpoint,
		icon: 'webhook',
		needs: ['org.settings'],
		form: laterOf(async () => (await import('../webhook-endpoints/create-endpoint.tsx')).CreateEndpoint),
	},
	{
		label: t.llm_provider,
		icon: 'models',
		needs: ['data.secrets'],
		form: laterOf(async () => (await import('../llm-providers/create-provider.tsx')).CreateProvider),
	},
	{
		label: t.mcp_config,
		icon: 'server',
		needs: ['data.secrets'],
		form: laterOf(async () => (await import('../mcp-configs/create-config.tsx')).CreateConfig),
	},
	{
		label: t.invitation,
		also: t.also.invitation,
		icon: 'invite',
		needs: ['org.settings'],
		form: laterOf(async () => (await import('../your-org/invite.tsx')).InviteHere),
	},
	{
		label: t.pause,
		also: t.also.pause,
		icon: 'pause',
		needs: ['org.settings', 'platform.write'],
		form: { to: '/pauses' },
	},
	{ label: t.ip_rule, also: t.also.ip_rule, icon: 'shield', needs: ['org.settings'], form: { to: '/ip-rules' } },
	{ label: t.rotate, also: t.also.rotate, icon: 'key', needs: [], form: { to: '/api-keys' } },
	{
		label: t.service_account,
		also: t.also.service_account,
		icon: 'key',
		needs: ['org.settings'],
		form: { to: '/service-accounts' },
	},
	{ label: t.passkey, also: t.also.passkey, icon: 'lock', needs: [], form: { to: '/account' } },
	{ label: t.export, also: t.also.export, icon: 'down', needs: ['org.settings'], form: { to: '/your-org/data' } },
	{
		label: t.configuration,
		also: t.also.configuration,
		icon: 'document',
		needs: ['data.secrets', 'platform.read'],
		form: { to: '/configuration' },
	},
	{ label: t.role, also: t.also.role, icon: 'users', needs: ['platform_admin'], form: { to: '/operators' } },
	{ label: t.broadcast, icon: 'broadcast', needs: ['people.write', 'platform.write'], form: { to: '/broadcasts/new' } },
]

/** What the user may make from the palette. Each dialog is that of the thing's list. */
export function useNewThings(): NewThing[] {
	const { permissions } = useMe()
	const budget: NewThing = {
		label: t.budget,
		icon: 'budget',
		needs: neededFor(useOwner(undefined)),
		form: { to: '/budgets/new' },
	}
	return [...NEW_THINGS, budget].filter(
		({ needs }) => needs.length === 0 || needs.some((one) => permissions.includes(one)),
	)
}
