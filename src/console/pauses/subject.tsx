import type { Schema } from '../api.ts'
import { OrgName } from '../orgs/org-name.tsx'
import { pauses as t } from '../text/en/pauses.ts'
import { UserName } from '../users/user-name.tsx'

/** What is paused, by its name where the console knows it. */
export function Subject({ pause: { scope, subject } }: { pause: Schema<'Pause'> }) {
	if (scope === 'platform') return t.scopes.platform
	return (
		<>
			{t.scopes[scope]}{' '}
			{scope === 'org' ? (
				<OrgName org_id={subject} />
			) : scope === 'user' && subject.startsWith('usr_') ? (
				<UserName user_id={subject} />
			) : (
				<code>{subject}</code>
			)}
		</>
	)
}
