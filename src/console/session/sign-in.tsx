import { useLocation } from '@tanstack/react-router'
import { Suspense, useLayoutEffect, useRef } from 'react'
import { shell as t } from '../text/en/shell.ts'
import { useLeaving } from '../ui/leaving.tsx'
import { later } from '../ui/loading.ts'
import { Segments } from '../ui/segments.tsx'
import { continueFirstForm } from './first-form.ts'
import { choose, spoken } from './language.ts'
import { LANGUAGES } from './languages.ts'
import { LogIn } from './log-in.tsx'
import styles from './sign-in.module.css'

const Registration = later(() => import('./registration.tsx'))
const Invited = later(() => import('./invited.tsx'))

/** What somebody who isn't signed in sees in place of every screen, so a deep link needs no redirect. */
export default function SignIn() {
	const path = useLocation({ select: ({ pathname }) => pathname })
	const { question } = useLeaving()
	const shown = useRef<HTMLElement>(null)
	// Before the first paint, but after React is done: while it commits, it restores what the fields held.
	useLayoutEffect(() => queueMicrotask(() => shown.current && continueFirstForm(shown.current)), [])
	return (
		<main ref={shown} className={styles.page}>
			<div className={styles.box}>
				<svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
					<rect width="32" height="32" rx="7" />
					<path d="M8 8h16v3H8zM11 12.5h3v7h-3zM18 12.5h3v7h-3zM9 21h14v1.5H9zM7 23.5h18V26H7z" />
				</svg>
				<Suspense>{path === '/register' ? <Registration /> : path === '/join' ? <Invited /> : <LogIn />}</Suspense>
				<Segments
					label={t.account.language}
					value={spoken}
					options={LANGUAGES}
					onChoose={(wanted) => void choose(wanted)}
				/>
			</div>
			{question}
		</main>
	)
}
