import { Invalid } from '../errors.ts'
import { Guard, guarding } from './guard.ts'
import { used } from './usage.ts'
import { isChat } from './vendors.ts'

/** What a model of the Agents SDK does. */
interface AgentsModel {
	getResponse: (request: never) => Promise<{ usage: Usage }>
	getStreamedResponse: (request: never) => AsyncIterable<{ type: string }>
}

interface Usage {
	inputTokens: number
	outputTokens: number
	inputTokensDetails?: object | undefined
}

/** `OpenAIProvider`. */
type ProviderClass<M> = new (options: { apiKey: string; baseURL: string; useResponses?: boolean }) => {
	getModel: (name?: string) => Promise<M> | M
}

/** A run around OpenAI's Agents SDK, whose `run` it wraps. */
class AgentsGuard extends Guard {
	/** The model of the selector, for `new Agent` or `new Runner`. */
	model<M extends AgentsModel>(selector: string, vendors: { vendor_a: ProviderClass<M> }): Promise<M> {
		return this.use(selector, async (found) => {
			if (found.provider !== 'vendor_a') throw new Invalid('selector', 'must lead to a model of the kind vendor_a')
			const { vendor_a: Provider } = vendors
			const api = found.vendor_a_api_mode === 'responses' || isChat(found) ? { useResponses: !isChat(found) } : {}
			const provider = new Provider({ apiKey: found.api_key, baseURL: found.base_url, ...api })
			return this.guarded(await provider.getModel(found.model))
		})
	}

	private guarded<M extends AgentsModel>(model: M): M {
		const calls = {
			getResponse: async (request: never) => {
				await this.admit()
				return this.counted(() => model.getResponse(request))
			},
			getStreamedResponse: (request: never) => this.stream(model, request),
		}
		return new Proxy(model, {
			get(target, name) {
				if (Object.hasOwn(calls, name)) return calls[name as keyof typeof calls]
				const value: unknown = Reflect.get(target, name)
				return typeof value === 'function' ? (value.bind(target) as unknown) : value
			},
		})
	}

	private async counted<R extends { usage: Usage }>(call: () => Promise<R>): Promise<R> {
		try {
			const response = await call()
			this.add(response.usage)
			this.over()
			return response
		} catch (error) {
			this.over(error)
			throw error
		}
	}

	private async *stream(model: AgentsModel, request: never) {
		await this.admit()
		try {
			for await (const event of model.getStreamedResponse(request)) {
				if (event.type === 'response_done')
					this.add((event as unknown as { response: { usage: Usage } }).response.usage)
				yield event
			}
			this.over()
		} catch (error) {
			this.over(error)
			throw error
		}
	}

	private add({ inputTokens, outputTokens, inputTokensDetails }: Usage) {
		const details: Record<string, unknown> = Object.assign({}, ...[inputTokensDetails ?? {}].flat())
		this.count(used(inputTokens, outputTokens, details.cached_tokens, details.cache_write_tokens))
	}
}

export const plinth = guarding(AgentsGuard)
