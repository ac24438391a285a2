/** What a deployment may have and `wrangler.toml` does not name. */
interface OptionalEnv {
	SMTP_PASS?: string
	/** What a scraper of `/metrics` sends. */
	METRICS_TOKEN?: string
	ANALYTICS_API_TOKEN?: string
	/** Resolvers for DNS over HTTPS, separated by commas. All of them must see the TXT record that proves a domain. */
	DNS_RESOLVERS?: string
	/** The team of Cloudflare Access whose assertions sign people in: its name, or its address. */
	ACCESS_TEAM?: string
	/** The audience tag of the Access application that Plinth is behind. */
	ACCESS_AUD?: string
	/** Domains, separated by commas. Access may sign in their people by address, and make accounts for them. */
	ACCESS_DOMAINS?: string
	ANALYTICS_SQL?: AnalyticsSQLBinding
	/** The networks of `npm run serve`: public addresses only, and any address for hosts that the operator lists. */
	OUTBOUND_PUBLIC?: Fetcher
	OUTBOUND_LISTED?: Fetcher
	/** Hashes passwords in the Node process of `npm start` and `npm run serve`. */
	PASSWORD_SERVICE?: Fetcher
}

interface Env extends OptionalEnv {}

declare namespace Cloudflare {
	interface Env extends OptionalEnv {}
}
