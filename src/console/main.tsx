import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Refusal } from './api.ts'
import { mutations } from './change/refresh.ts'
import { router } from './routes.tsx'
import { forgetAccount } from './session/language.ts'
import { onSession, sessionState, start } from './session/token.ts'
import './style.css'
import { Toasts } from './ui/toasts.tsx'

/** Only retries what may work a moment later. */
const isWorthRetrying = (failures: number, error: Error) =>
	failures < 2 && error instanceof Refusal && (error.status === 0 || error.status === 503)

const queries = new QueryClient({
	mutationCache: mutations,
	defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 10_000, refetchOnWindowFocus: true } },
})

// The next user mustn't see what the last one read.
onSession(() => {
	if (sessionState() !== 'out') return
	queries.clear()
	forgetAccount()
})

// After a deployment the old build's files are gone. One reload gets the new ones.
addEventListener('vite:preloadError', () => {
	const last = Number(sessionStorage.getItem('plinth.reloaded') ?? 0)
	if (Date.now() - last < 10_000) return
	sessionStorage.setItem('plinth.reloaded', String(Date.now()))
	location.reload()
})

void start()

const element = document.getElementById('root')
if (element)
	createRoot(element).render(
		<StrictMode>
			<QueryClientProvider client={queries}>
				<Toasts>
					<RouterProvider router={router} />
				</Toasts>
			</QueryClientProvider>
		</StrictMode>,
	)
