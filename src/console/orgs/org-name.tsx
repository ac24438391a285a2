import { Link } from '@tanstack/react-router'
import { Name } from '../names.tsx'
import { useIsPlatformAdmin } from '../session/session.ts'

/** An org by its name, or by its id until the name is there. */
export const OrgName = ({ org_id }: { org_id: string }) => <Name id={org_id} />

/** An org by its name, which leads to it where the user may go there. Not for rows that are links themselves. */
export const OrgLink = ({ org_id }: { org_id: string }) =>
	useIsPlatformAdmin() ? (
		<Link to="/orgs/$org_id" params={{ org_id }}>
			<Name id={org_id} />
		</Link>
	) : (
		<Name id={org_id} />
	)
