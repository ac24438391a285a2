import { fields } from '../../text/en/actions.ts'
import { sentences } from '../../text/en/sentences.ts'
import { named } from '../../ui/said.tsx'
import type { Kind } from './kind.ts'
import { textIn } from './values.ts'

const t = sentences.platform

/** Messages, mail, copies and what waits for somebody. */
export const platform: Record<string, Partial<Kind>> = {
	broadcasts: {
		name: ({ title }) => named(textIn(title)),
	},
	email_config: { name: () => '' },
	backups: { name: () => '' },
	org_exports: { name: () => '', fields: fields.backups },
	requests: {
		name: () => '',
		describe: ({ after }) => (after?.decision === 'granted' ? t.granted : after ? t.declined : undefined),
	},
	unconfirmed_changes: {
		name: () => '',
		describe: ({ after }) => (after?.status === 'confirmed' ? t.confirmed : after ? t.ended : undefined),
	},
}
