import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import type * as actions from '../../src/console/text/en/actions.ts'
import type * as auditLogs from '../../src/console/text/en/audit-logs.ts'
import type * as broadcasts from '../../src/console/text/en/broadcasts.ts'
import type * as budgets from '../../src/console/text/en/budgets.ts'
import type * as changes from '../../src/console/text/en/changes.ts'
import type * as common from '../../src/console/text/en/common.ts'
import type * as credits from '../../src/console/text/en/credits.ts'
import type * as dashboard from '../../src/console/text/en/dashboard.ts'
import type * as email from '../../src/console/text/en/email.ts'
import type * as featureFlags from '../../src/console/text/en/feature-flags.ts'
import type * as firstSteps from '../../src/console/text/en/first-steps.ts'
import type * as invitations from '../../src/console/text/en/invitations.ts'
import type * as ipRules from '../../src/console/text/en/ip-rules.ts'
import type * as joining from '../../src/console/text/en/joining.ts'
import type * as keys from '../../src/console/text/en/keys.ts'
import type * as language from '../../src/console/text/en/language.ts'
import type * as llmProviders from '../../src/console/text/en/llm-providers.ts'
import type * as orgDeletions from '../../src/console/text/en/org-deletions.ts'
import type * as orgExports from '../../src/console/text/en/org-exports.ts'
import type * as orgs from '../../src/console/text/en/orgs.ts'
import type * as pauses from '../../src/console/text/en/pauses.ts'
import type * as plans from '../../src/console/text/en/plans.ts'
import type * as runs from '../../src/console/text/en/runs.ts'
import type * as serviceAccounts from '../../src/console/text/en/service-accounts.ts'
import type * as shell from '../../src/console/text/en/shell.ts'
import type * as signIn from '../../src/console/text/en/sign-in.ts'
import type * as subscriptions from '../../src/console/text/en/subscriptions.ts'
import type * as terms from '../../src/console/text/en/terms.ts'
import type * as toolProviders from '../../src/console/text/en/tool-providers.ts'
import type * as webhookEndpoints from '../../src/console/text/en/webhook-endpoints.ts'
import type * as yourOrg from '../../src/console/text/en/your-org.ts'
import { IS_NIGHT } from './nightly.ts'

/** The sections that a journey reads. */
export interface Texts {
	actions: typeof actions
	'audit-logs': typeof auditLogs
	broadcasts: typeof broadcasts
	budgets: typeof budgets
	changes: typeof changes
	common: typeof common
	credits: typeof credits
	dashboard: typeof dashboard
	email: typeof email
	'feature-flags': typeof featureFlags
	'first-steps': typeof firstSteps
	invitations: typeof invitations
	'ip-rules': typeof ipRules
	joining: typeof joining
	keys: typeof keys
	language: typeof language
	'llm-providers': typeof llmProviders
	'org-deletions': typeof orgDeletions
	'org-exports': typeof orgExports
	orgs: typeof orgs
	pauses: typeof pauses
	plans: typeof plans
	runs: typeof runs
	'service-accounts': typeof serviceAccounts
	shell: typeof shell
	'sign-in': typeof signIn
	subscriptions: typeof subscriptions
	terms: typeof terms
	'tool-providers': typeof toolProviders
	'webhook-endpoints': typeof webhookEndpoints
	'your-org': typeof yourOrg
}

/** The languages of the journeys. */
export const JOURNEY_LANGUAGES = IS_NIGHT ? ['en', 'zh'] : ['en']

/** What a browser asks for whose reader wants a language. */
export const LOCALES: Record<string, string> = { en: 'en-US', zh: 'zh-CN' }

/** The console's own texts in a language, so that a test can do the same in each. */
export async function textsIn(language: string): Promise<Texts> {
	const files = globSync('*.ts', { cwd: join(import.meta.dirname, '../../src/console/text', language) })
	const loaded = files.map(async (file) => {
		const name = basename(file, '.ts')
		return [name, (await import(`../../src/console/text/${language}/${name}.ts`)) as object] as const
	})
	return Object.fromEntries(await Promise.all(loaded)) as unknown as Texts
}
