/** Browsers in the order to check them, because Edge also mentions Chrome, and Chrome mentions Safari. */
const BROWSERS = [
	['Edge', /Edg\//],
	['Opera', /OPR\//],
	['Firefox', /Firefox\//],
	['Chrome', /Chrom(?:e|ium)\//],
	['Safari', /Safari\//],
	['curl', /^curl\//],
] as const

const SYSTEMS = [
	['iPhone', /iPhone/],
	['iPad', /iPad/],
	['Android', /Android/],
	['Windows', /Windows/],
	['Mac', /Mac OS X/],
	['Linux', /Linux/],
] as const

/** "Firefox on Linux", as far as the `User-Agent` tells; undefined if it doesn't. */
export function browserOf(user_agent: string | null): string | undefined {
	if (!user_agent) return undefined
	const [browser] = BROWSERS.find(([, pattern]) => pattern.test(user_agent)) ?? [user_agent.slice(0, 40)]
	const [system] = SYSTEMS.find(([, pattern]) => pattern.test(user_agent)) ?? []
	return system ? `${browser} on ${system}` : browser
}
