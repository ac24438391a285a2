import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { OrgField } from '../names/org-field.tsx'
import { useScope } from '../session/scope.ts'
import { common } from '../text/en/common.ts'
import { configuration as t } from '../text/en/configuration.ts'
import { terms } from '../text/en/terms.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Choice, Tabs } from '../ui/filters.tsx'
import { Form } from '../ui/form.tsx'
import { Page } from '../ui/page.tsx'
import { Edit } from './edit.tsx'
import { Export } from './export.tsx'
import { useOwner, useOwnerName } from './owner.ts'
import { Revisions } from './revisions.tsx'

/** The configuration of the platform or of an org, as one document. */
export function Configuration() {
	const { owner } = useSearch({ from: '/configuration' })
	const org_id = useOwner(owner)
	const isOfPlatform = useScope() === 'platform'
	return (
		<Page hint={t.hint}>
			<Tabs
				texts={t.tabs}
				parts={{
					export: <Export key={org_id} org_id={org_id} />,
					change: <Edit key={org_id} org_id={org_id} />,
					revisions: <Revisions org_id={org_id} />,
				}}
			>
				{isOfPlatform && <Owners org_id={org_id} />}
			</Tabs>
		</Page>
	)
}

/** Platform admins can choose whose configuration they see. */
function Owners({ org_id }: { org_id: string | undefined }) {
	const name = useOwnerName(org_id)
	const navigate = useNavigate({ from: '/configuration' })
	const [isChoosing, setIsChoosing] = useState(false)
	const options: { value: string | undefined; label: string }[] = [{ value: undefined, label: terms.platform }]
	if (org_id) options.push({ value: org_id, label: name })
	return (
		<>
			{org_id && <Choice name="owner" label={t.owner.label} options={options} />}
			<Button onClick={() => setIsChoosing(true)}>{t.owner.other}</Button>
			{isChoosing && (
				<Dialog title={t.owner.title} onClose={() => setIsChoosing(false)}>
					<Form
						label={t.owner.title}
						isTransient
						onSubmit={(form) => {
							setIsChoosing(false)
							const chosen = form.text('owner')
							if (chosen) void navigate({ search: (old) => ({ ...old, owner: chosen, cursor: undefined }) })
						}}
						actions={
							<>
								<Button onClick={() => setIsChoosing(false)}>{common.cancel}</Button>
								<Button kind="primary" submit>
									{t.owner.show}
								</Button>
							</>
						}
					>
						<OrgField name="owner" label={terms.org} hint={terms.search_by_name} />
					</Form>
				</Dialog>
			)}
		</>
	)
}
