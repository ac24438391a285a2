import { api, type Schema } from '../api.ts'
import { useAsk } from '../change/ask.tsx'
import { useChange } from '../change/change.ts'
import { useMay } from '../session/session.ts'
import { orgDeletions } from '../text/en/org-deletions.ts'
import { Button } from '../ui/button.tsx'
import { RowActions } from '../ui/table.tsx'

const t = orgDeletions.restore

type Deletion = Schema<'OrgDeletion'>

/** Brings a deleted org back, or says why nobody can. */
export function Restore({ deletion }: { deletion: Deletion }) {
	const ask = useAsk()
	const mayRestore = useMay('people.write')
	const { org_id, name, is_restorable } = deletion
	const restore = useChange({
		send: (_: null, headers) => api.POST('/v1/admin/orgs/{org_id}/restore', { params: { path: { org_id } }, headers }),
		done: ({ name: restored }) => t.done(restored),
	})
	if (!is_restorable || name === null) return reasonFor(deletion)
	if (!mayRestore) return t.may_not
	return (
		<RowActions>
			<Button
				kind="quiet"
				icon="undo"
				aria-label={t.label(name)}
				onClick={() => ask({ title: t.title(name), body: t.body, action: t.action, change: restore, input: null })}
			>
				{t.action}
			</Button>
		</RowActions>
	)
}

const reasonFor = ({ name, erased_at }: Deletion) =>
	erased_at ? orgDeletions.list.gone : name === null ? orgDeletions.list.bound_to_user : orgDeletions.list.erasing
