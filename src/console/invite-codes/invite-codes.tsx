import { useScope } from '../session/scope.ts'
import { inviteCodes as t } from '../text/en/invite-codes.ts'
import { Page } from '../ui/page.tsx'
import { AllCodes } from './all-codes.tsx'
import { OwnCode } from './own-code.tsx'

/** Your own code, and all codes for platform admins. */
export function InviteCodes() {
	return (
		<Page hint={t.hint}>
			<OwnCode />
			{useScope() === 'platform' && <AllCodes />}
		</Page>
	)
}
