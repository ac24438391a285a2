import type { Schema } from '../api.ts'
import { pauses as t } from '../text/en/pauses.ts'

export type Scope = Schema<'Pause'>['scope']

/** What is paused, for a sentence: `everything`, `agent support-triage`. */
export const nameOf = ({ scope, subject }: { scope: Scope; subject: string }) =>
	scope === 'platform' ? t.everything : t.named(t.scopes[scope], subject)
