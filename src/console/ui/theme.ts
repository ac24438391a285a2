export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

export const isTheme = (text: string): text is Theme => THEMES.some((theme) => theme === text)

/** The key that `public/console/theme.js` reads before the first paint. */
const KEY = 'plinth.theme'

const listeners = new Set<() => void>()

/** The theme that was chosen in this browser. */
export function current(): Theme {
	const chosen = localStorage.getItem(KEY)
	return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

export function setTheme(theme: Theme) {
	if (theme === 'system') localStorage.removeItem(KEY)
	else localStorage.setItem(KEY, theme)
	apply()
}

function apply() {
	const theme = current()
	if (theme === 'system') delete document.documentElement.dataset.theme
	else document.documentElement.dataset.theme = theme
	for (const listener of listeners) listener()
}

// Another tab changed the theme.
addEventListener('storage', ({ key }) => key === KEY && apply())

export const onTheme = (listener: () => void) => {
	listeners.add(listener)
	return () => void listeners.delete(listener)
}
