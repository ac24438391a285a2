import { Link } from '@tanstack/react-router'
import { useIsOperator } from '../session/session.ts'
import { Name } from './name.tsx'

/** An org's name, or its ID until the name is loaded. */
export const OrgName = ({ org_id }: { org_id: string }) => <Name id={org_id} />

/** An org's name, which links to it if the user may see it. Not for rows that are links themselves. */
export const OrgLink = ({ org_id }: { org_id: string }) =>
	useIsOperator() ? (
		<Link to="/orgs/$org_id" params={{ org_id }}>
			<Name id={org_id} />
		</Link>
	) : (
		<Name id={org_id} />
	)
