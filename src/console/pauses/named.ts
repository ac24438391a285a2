import type { Schema } from '../api.ts'
import { useName } from '../names/name.tsx'
import { pauses as t } from '../text/en/pauses.ts'

export type Scope = Schema<'Pause'>['scope']

/** What is paused, for a sentence: `everything`, `agent support-triage`. */
export const nameOf = ({ scope, subject }: { scope: Scope; subject: string }) =>
	scope === 'platform' ? t.everything : t.named(t.scopes[scope], subject)

/** The same with a name for an ID, where the reader may know it. */
export function usePausedName({ scope, subject }: { scope: Scope; subject: string }): string {
	const name = useName(subject)
	return nameOf({ scope, subject: name ?? subject })
}
