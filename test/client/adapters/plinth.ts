import { inject } from 'vitest'
import { type Clock, Plinth } from '../../../src/client/runtime.ts'
import { privateKey, publicKey } from '../keys.ts'
import { RealPlinth } from '../real.ts'
import { Upstream } from './upstream.ts'

/** The real Worker with an org for agents, and a vendor that we fake. */
export class World {
	readonly url = inject('plinth')
	readonly plinth = new RealPlinth(this.url)
	readonly upstream = new Upstream()
	key = ''

	async start(): Promise<void> {
		await this.upstream.listen()
		;({ key: this.key } = await this.plinth.world({ org: 'org_case', credits: 1_000, isOwn: true }))
		await this.plinth.change({ register: await publicKey('a') })
		await this.serve({ provider: 'vendor_a' })
	}

	/** Makes the model one of the fake vendor. */
	serve(settings: object): Promise<void> {
		return this.plinth.change({ model: { ...settings, base_url: `${this.upstream.url}/v1` } })
	}

	async client(options: { fetch?: typeof fetch; clock?: Clock } = {}): Promise<Plinth> {
		return new Plinth({ url: this.url, key: this.key, privateKey: await privateKey('a'), ...options })
	}

	/** What Plinth has of the agent's runs. */
	async runsOf(agent_id: string) {
		const runs = (await this.plinth.runs()).filter((run) => run.agent_id === agent_id)
		return runs.map((run) => ({
			status: run.status,
			input: run.total_input_tokens,
			output: run.total_output_tokens,
			read: run.total_cache_read_tokens,
			write: run.total_cache_write_tokens,
		}))
	}
}
