import { Guard, guarding } from './guard.ts'
import { isChat, unversioned, type Vendors, vendorOf } from './vendors.ts'

interface Options {
	apiKey: string
	baseURL: string
	fetch: typeof fetch
}

/** What `createOpenAI`, `createAnthropic` and their like make. */
interface Provider<M> {
	(name: string): M
	chat?: (name: string) => M
}

type Create<M> = (options: Options) => Provider<M>

/** What the AI SDK calls about an operation. It isn't the program's own callbacks, so it takes the place of none. */
interface Integration {
	onEnd: () => Promise<void>
	onAbort: () => Promise<void>
	onError: (event: unknown) => Promise<void>
}

/** A run around Vercel's AI SDK: its `fetch` stops and counts, and its telemetry tells how the operation ended. */
class AiGuard extends Guard {
	/** For `generateText`, `streamText` and agents, which end the run then. */
	get hooks(): { telemetry: { integrations: Integration[] } } {
		// Integrations of a call replace the registered ones.
		const registered = Reflect.get(globalThis, 'AI_SDK_TELEMETRY_INTEGRATIONS') as Integration[] | undefined
		const own: Integration = {
			// A stream that failed after its first step ends like one that didn't.
			onEnd: () => this.end(),
			onAbort: () => this.end('cancelled'),
			onError: (event) => this.endWith((event as { error?: unknown } | undefined)?.error ?? event),
		}
		return { telemetry: { integrations: [...(registered ?? []), own] } }
	}

	/** The model of the selector, made by the function for its kind. */
	model<A = never, B = never>(selector: string, vendors: Vendors<Create<A>, Create<B>>): Promise<A | B> {
		return this.use<A | B>(selector, (found) => {
			const create: Create<A | B> = vendorOf(vendors, found)
			// Anthropic's packages differ about who adds the version. This one doesn't.
			const baseURL = found.provider === 'vendor_b' ? `${unversioned(found.base_url)}/v1` : found.base_url
			const provider = create({ apiKey: found.api_key, baseURL, fetch: this.fetch })
			return isChat(found) && provider.chat ? provider.chat(found.model) : provider(found.model)
		})
	}
}

export const plinth = guarding(AiGuard)
