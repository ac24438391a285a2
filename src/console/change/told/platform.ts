import { told } from '../../text/en/told.ts'
import { named } from '../../ui/said.tsx'
import type { Kind } from './kind.ts'
import { textIn } from './values.ts'

const t = told.platform

/** Messages, mail, copies and what waits for somebody. */
export const platform: Record<string, Kind> = {
	broadcasts: {
		name: ({ title }) => named(textIn(title)),
		fields: told.fields.broadcasts,
	},
	email_config: { name: () => '', fields: told.fields.email_config },
	backups: { name: () => '', fields: told.fields.backups },
	org_exports: { name: () => '', fields: told.fields.backups },
	unconfirmed_changes: {
		name: () => '',
		tell: ({ after }) => (after?.status === 'confirmed' ? t.confirmed : after ? t.ended : undefined),
	},
}
