import { Guard, guarding } from './guard.ts'
import { isChat, required, unversioned, type Vendors } from './vendors.ts'

/** What LangChain calls of a handler. Without `raiseError` it would log what a handler throws, and continue. */
interface Handler {
	name: string
	raiseError: boolean
	awaitHandlers: boolean
	handleChatModelStart?: () => Promise<void>
	handleLLMStart?: () => Promise<void>
	handleChainEnd?: (outputs: unknown, runId: string, parentRunId?: string) => Promise<void>
	handleChainError?: (error: unknown, runId: string, parentRunId?: string) => Promise<void>
}

interface Common {
	model: string
	apiKey: string
	callbacks: Handler[]
}

/** `ChatOpenAI`. */
type OpenAiClass<A> = new (
	fields: Common & { useResponsesApi?: boolean; configuration: { baseURL: string; fetch: typeof fetch } },
) => A

/** `ChatAnthropic`. */
type AnthropicClass<B> = new (fields: Common & { anthropicApiUrl: string; clientOptions: { fetch: typeof fetch } }) => B

/** A run around LangChain: the models' `fetch` counts, and callbacks stop it and tell how it ended. */
class LangChainGuard extends Guard {
	/** For the call of a chain or graph, whose end is that of the run. */
	readonly hooks: { callbacks: Handler[] } = {
		callbacks: [
			{
				name: 'plinth_run',
				raiseError: true,
				awaitHandlers: true,
				handleChainEnd: async (_outputs, _id, parent) => {
					if (parent === undefined) await this.end('completed')
				},
				handleChainError: async (error, _id, parent) => {
					if (parent === undefined) await this.endWith(error)
				},
			},
		],
	}

	/** The model of the selector, made by the class for its kind. */
	model<A = never, B = never>(selector: string, vendors: Vendors<OpenAiClass<A>, AnthropicClass<B>>): Promise<A | B> {
		return this.use<A | B>(selector, (found) => {
			const admit = () => this.admit()
			const start = {
				name: 'plinth_step',
				raiseError: true,
				awaitHandlers: true,
				handleChatModelStart: admit,
				handleLLMStart: admit,
			}
			const common = { model: found.model, apiKey: found.api_key, callbacks: [start] }
			const { base_url } = found
			if (found.provider === 'vendor_b') {
				const Chat = required(vendors.vendor_b, found)
				return new Chat({ ...common, anthropicApiUrl: unversioned(base_url), clientOptions: { fetch: this.fetch } })
			}
			const Chat = required(vendors.vendor_a, found)
			const api = found.vendor_a_api_mode === 'responses' || isChat(found) ? { useResponsesApi: !isChat(found) } : {}
			return new Chat({ ...common, ...api, configuration: { baseURL: base_url, fetch: this.fetch } })
		})
	}
}

export const plinth = guarding(LangChainGuard)
