import { DeleteOrg } from '../org-deletions/delete-org.tsx'
import { Exports } from '../org-exports/exports.tsx'
import { useMay } from '../session/session.ts'

/** An org's data as operators see it: its exports, and its deletion. */
export function OrgData({ org }: { org: { id: string; name: string } }) {
	const mayStart = useMay('people.write')
	return (
		<>
			<Exports org_id={org.id} mayStart={mayStart} />
			<DeleteOrg org={org} then="/orgs" />
		</>
	)
}
