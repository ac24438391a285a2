import { Guard, guarding } from './guard.ts'
import { unversioned, type Vendors, vendorOf } from './vendors.ts'

interface Options {
	apiKey: string
	baseURL: string
	fetch: typeof fetch
}

/** `OpenAI` or `Anthropic`. */
type ClientClass<C> = new (options: Options) => C

/** What both let a subclass do before each request, and each retry. What a `fetch` throws they'd take for a broken connection. */
type Preparing = new (options: Options) => { prepareOptions(options: { method: string }): Promise<void> }

/** A run around a vendor's own package, `openai` or `@anthropic-ai/sdk`. */
class SdkGuard extends Guard {
	/** A client of the vendor, and the name of the selector's model. */
	client<A = never, B = never>(
		selector: string,
		vendors: Vendors<ClientClass<A>, ClientClass<B>>,
	): Promise<{ client: A | B; model: string }> {
		return this.use(selector, (found) => {
			const Client = vendorOf(vendors, found) as unknown as Preparing
			const admit = () => this.admit()
			class Guarded extends Client {
				override async prepareOptions(options: { method: string }) {
					if (options.method.toUpperCase() === 'POST') await admit()
					await super.prepareOptions(options)
				}
			}
			// Anthropic's package adds the version by itself.
			const baseURL = found.provider === 'vendor_b' ? unversioned(found.base_url) : found.base_url
			const client = new Guarded({ apiKey: found.api_key, baseURL, fetch: this.fetch })
			return { client: client as A | B, model: found.model }
		})
	}
}

export const plinth = guarding(SdkGuard)
