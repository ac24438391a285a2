import { useEffect } from 'react'
import { useTrouble } from '../calls/trouble.ts'
import { hideFirstForm, isFirstFormShown } from '../session/first-form.ts'
import { shell } from '../text/en/shell.ts'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { startAgain } from '../ui/loading.ts'
import { PageSkeleton } from '../ui/page.tsx'

const t = shell.trouble

/** Says why what was opened isn't there yet. It goes away by itself when it is. */
export function TroubleBar() {
	const trouble = useTrouble()
	return (
		<div role="status">
			{trouble && (
				<Banner icon="alert">
					<p>{t[trouble]}</p>
					{trouble === 'replaced' && (
						<Button icon="refresh" onClick={startAgain}>
							{t.reload}
						</Button>
					)}
				</Banner>
			)}
		</div>
	)
}

/** Instead of the console, as long as nobody answers who is signed in. */
export function Unreachable() {
	const trouble = useTrouble()
	useEffect(() => {
		if (trouble) hideFirstForm()
	}, [trouble])
	if (trouble) return <Notice icon="alert" title={t.unreachable} hint={t[trouble]} isAlert isPage />
	return isFirstFormShown() ? null : <PageSkeleton />
}
