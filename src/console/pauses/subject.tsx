import type { Schema } from '../api.ts'
import { Name } from '../names/name.tsx'
import { pauses as t } from '../text/en/pauses.ts'

/** What is paused, by its name where the console knows it. */
export function Subject({ pause: { scope, subject } }: { pause: Schema<'Pause'> }) {
	if (scope === 'platform') return t.scopes.platform
	return (
		<>
			{t.scopes[scope]} <Name id={subject} />
		</>
	)
}
