import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Refusal } from './api.ts'
import { mutations } from './change/refresh.ts'
import { router } from './routes.tsx'
import { onSession, sessionState, start } from './session/token.ts'
import './style.css'
import { Toasts } from './ui/toasts.tsx'

/** Only what may work a moment later is tried again. */
const isWorthRetrying = (failures: number, error: Error) =>
	failures < 2 && error instanceof Refusal && (error.status === 0 || error.status === 503)

const queries = new QueryClient({
	mutationCache: mutations,
	defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 10_000, refetchOnWindowFocus: true } },
})

// What the last user has read must not reach the next one.
onSession(() => sessionState() === 'out' && queries.clear())

// After a deployment the files of the old build are gone. One reload brings the new ones.
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
