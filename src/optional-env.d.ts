/** What a deployment may have and `wrangler.toml` does not name. */
interface OptionalEnv {
	SMTP_PASS?: string
	ANALYTICS_API_TOKEN?: string
	ANALYTICS_SQL?: AnalyticsSQLBinding
}

interface Env extends OptionalEnv {}

declare namespace Cloudflare {
	interface Env extends OptionalEnv {}
}
