import { BY_ORG } from '../audit-logs/revert.tsx'
import { orgLog as t } from '../text/en/org-log.ts'

/** What an org configures itself. The API decides, and says more in the preview. */
const OWN = new Set([...BY_ORG, 'config_entries', 'configuration_revisions'])

/** Why an org can't revert a change of its log, and what to do instead; undefined if it may. */
export const whyNot = ({ target_type }: { target_type: string }) =>
	OWN.has(target_type) ? undefined : (t.not_revertible[target_type] ?? t.by_platform)
