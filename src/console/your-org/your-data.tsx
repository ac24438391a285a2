import { useName } from '../names/name.tsx'
import { DeleteOrg } from '../org-deletions/delete-org.tsx'
import { Exports } from '../org-exports/exports.tsx'
import { useRole } from '../session/my-orgs.ts'
import { useMay, useMe } from '../session/session.ts'
import { orgExports } from '../text/en/org-exports.ts'
import { yourOrg as t } from '../text/en/your-org.ts'
import { Notice } from '../ui/failure.tsx'
import { Page, Panel } from '../ui/page.tsx'
import Whom from './whom.tsx'

/** The way out of the org you're acting in: its owners export and delete it. */
export function YourData() {
	const { org_id } = useMe()
	const name = useName(org_id) ?? org_id
	const isOwner = useRole(org_id) === 'owner'
	const mayRead = useMay('platform.read')
	const mayStart = useMay('people.write')
	return (
		<Page title={t.data.title} hint={name}>
			{isOwner || mayRead ? (
				<Exports key={org_id} org_id={org_id} mayStart={isOwner || mayStart} />
			) : (
				<Panel title={orgExports.title}>
					<Notice icon="lock" title={orgExports.may_not} hint={orgExports.may_not_hint}>
						<Whom />
					</Notice>
				</Panel>
			)}
			<DeleteOrg org={{ id: org_id, name }} then="/" />
		</Page>
	)
}
