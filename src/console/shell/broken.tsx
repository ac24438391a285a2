import { Link } from '@tanstack/react-router'
import { shell as t } from '../text/en/shell.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'

/** An address without a screen. */
export const Unknown = () => (
	<Notice icon="search" title={t.unknown.title} hint={t.unknown.hint} isPage>
		<Link to="/">{t.unknown.home}</Link>
	</Notice>
)

/** A screen that threw. */
export const Crashed = () => (
	<Notice icon="alert" title={t.crash.title} hint={t.crash.hint} isAlert isPage>
		<Button icon="refresh" onClick={() => location.reload()}>
			{t.crash.reload}
		</Button>
	</Notice>
)
