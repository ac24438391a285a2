declare namespace Cloudflare {
	interface Env {
		/** Two databases that only the backup tests use. */
		COPIED_DB: D1Database
		EMPTY_DB: D1Database
		/** A signing key that isn't ours, under a key id that is. */
		FOREIGN_KEY: string
		/** `full` for every random script of the property tests. Otherwise they run a few. */
		PROPERTY_RUNS: string
		/** The small Worker that plays the agent runtime. */
		AGENT_RUNTIME: Fetcher
		/** The agent of `test/agents`. */
		DEMO_AGENT: Fetcher
		/** The two networks of `npm run serve`. */
		SERVED_OUTBOUND_PUBLIC: Fetcher
		SERVED_OUTBOUND_LISTED: Fetcher
		/** The password service of `npm run serve`. */
		SERVED_PASSWORDS: Fetcher
	}
}
