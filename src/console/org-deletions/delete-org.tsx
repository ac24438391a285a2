import { useNavigate } from '@tanstack/react-router'
import { api } from '../api.ts'
import { removal, useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { useMyOrgs, useRulesOwners } from '../session/my-orgs.ts'
import { useMe } from '../session/session.ts'
import { useSwitchOrg } from '../session/switch-org.ts'
import { orgDeletions as t } from '../text/en/org-deletions.ts'
import { Button } from '../ui/button.tsx'
import { Panel } from '../ui/page.tsx'
import { WhatEnds } from './what-ends.tsx'

interface DeleteOrgProps {
	org: { id: string; name: string }
	/** Where to continue afterwards. */
	then: '/' | '/orgs'
}

/** Deletes an org. Anyone who acts in it continues in another one of theirs. */
export function DeleteOrg({ org: { id: org_id, name }, then }: DeleteOrgProps) {
	const ask = useAsk()
	const me = useMe()
	const navigate = useNavigate()
	const switchOrg = useSwitchOrg()
	const mayDelete = useRulesOwners(org_id)
	const next = me.orgs.find((one) => one.org_id !== org_id)
	const isPersonal = useIsPersonal(org_id)
	const reason = mayDelete ? isPersonal && !next && t.only_org : t.may_not
	const remove = useChange({
		send: async (_: null, headers) => {
			const reply = await api.DELETE('/v1/orgs/{org_id}', { params: { path: { org_id } }, headers })
			// Before the screen is read again, which this org would refuse.
			if (reply.response.status === 204 && me.org_id === org_id && next) await switchOrg(next.org_id)
			return reply
		},
		done: t.done(name),
		onDone: () => void navigate({ to: then, ignoreBlocker: true }),
	})
	const confirm = () =>
		ask({
			...removal({ body: t.body, action: t.action }, name),
			...(me.org_id === org_id && !next ? { warning: t.own_last } : {}),
			details: <WhatEnds org_id={org_id} simulate={() => remove.simulate(null)} />,
			hasNoPreview: true,
			change: remove,
		})
	const button = (
		<Button kind="danger" icon="trash" onClick={confirm}>
			{t.action}
		</Button>
	)
	return (
		<Panel title={t.title} actions={!reason && button}>
			<p>{reason || t.hint}</p>
		</Panel>
	)
}

/** Whether an org was made for the user when they registered. */
function useIsPersonal(org_id: string) {
	const { data: orgs } = useMyOrgs()
	return orgs?.rows.some((one) => one.org_id === org_id && one.is_personal) ?? false
}
