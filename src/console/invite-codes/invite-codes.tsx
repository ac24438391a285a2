import { useIsPlatformAdmin } from '../session/session.ts'
import { inviteCodes as t } from '../text/en/invite-codes.ts'
import { Page } from '../ui/page.tsx'
import { AllCodes } from './all-codes.tsx'
import { OwnCode } from './own-code.tsx'

/** The own code for everybody, and all codes for a platform admin. */
export function InviteCodes() {
	return (
		<Page title={t.title} hint={t.hint}>
			<OwnCode />
			{useIsPlatformAdmin() && <AllCodes />}
		</Page>
	)
}
