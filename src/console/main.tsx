import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { keepPageIf, onSession, sessionState, start, takeoverCount } from './calls/token.ts'
import { forgetWaiting } from './change/waiting.ts'
import { queries } from './queries.ts'
import './session/first-form.css'
import { router } from './routes.tsx'
import { followSession, hideUntouched } from './session/first-form.ts'
import { forgetAccount } from './session/language.ts'
import { useTakeovers } from './session/session.ts'
import './style.css'
import { forgetDrafts, hasDrafts, leaveDrafts } from './ui/drafts.ts'
import { startExact } from './ui/exact.ts'
import { Toasts } from './ui/toasts.tsx'

keepPageIf(() => hasDrafts())
startExact()

// The next user mustn't see what the last one read. If they signed in where a session had ended, they get what was typed.
let takeovers = takeoverCount()
onSession(() => {
	const isTakenOver = takeoverCount() > takeovers
	takeovers = takeoverCount()
	if (isTakenOver) leaveDrafts()
	followSession(sessionState())
	if (sessionState() === 'out') forgetDrafts()
	if (!isTakenOver && sessionState() !== 'out') return
	queries.clear()
	forgetWaiting()
	forgetAccount()
})

hideUntouched()
void start()

/** Anyone who signs in where a session had ended starts with an empty console. */
function Console() {
	return (
		<Toasts key={useTakeovers()}>
			<RouterProvider router={router} />
		</Toasts>
	)
}

const element = document.getElementById('root')
if (element)
	createRoot(element).render(
		<StrictMode>
			<QueryClientProvider client={queries}>
				<Console />
			</QueryClientProvider>
		</StrictMode>,
	)
