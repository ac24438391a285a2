import type * as actions from '../../src/console/text/en/actions.ts'
import type * as budgets from '../../src/console/text/en/budgets.ts'
import type * as common from '../../src/console/text/en/common.ts'
import type * as invitations from '../../src/console/text/en/invitations.ts'
import type * as joining from '../../src/console/text/en/joining.ts'
import type * as keys from '../../src/console/text/en/keys.ts'
import type * as orgDeletions from '../../src/console/text/en/org-deletions.ts'
import type * as orgExports from '../../src/console/text/en/org-exports.ts'
import type * as pauses from '../../src/console/text/en/pauses.ts'
import type * as shell from '../../src/console/text/en/shell.ts'
import type * as yourOrg from '../../src/console/text/en/your-org.ts'

/** The sections that a journey reads. */
const SECTIONS = [
	'actions',
	'budgets',
	'common',
	'invitations',
	'joining',
	'keys',
	'org-deletions',
	'org-exports',
	'pauses',
	'shell',
	'your-org',
] as const

interface Texts extends Record<(typeof SECTIONS)[number], object> {
	actions: typeof actions
	budgets: typeof budgets
	common: typeof common
	invitations: typeof invitations
	joining: typeof joining
	keys: typeof keys
	'org-deletions': typeof orgDeletions
	'org-exports': typeof orgExports
	pauses: typeof pauses
	shell: typeof shell
	'your-org': typeof yourOrg
}

/** The console's own texts in a language, so that a test can do the same in each. */
export async function textsIn(language: string): Promise<Texts> {
	const loaded = SECTIONS.map(
		async (name) => [name, (await import(`../../src/console/text/${language}/${name}.ts`)) as object] as const,
	)
	return Object.fromEntries(await Promise.all(loaded)) as unknown as Texts
}
