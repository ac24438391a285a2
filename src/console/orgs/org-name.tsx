import { useName } from '../names.ts'

/** An org by its name, or by its id until the name is there. */
export function OrgName({ org_id }: { org_id: string }) {
	const name = useName(org_id)
	return name === undefined ? <code>{org_id}</code> : <span title={org_id}>{name}</span>
}
