import { Refusal, type Schema } from '../api.ts'
import { configuration } from '../text/en/configuration.ts'

const t = configuration.edit

type Document = Schema<'ConfigurationRequest'>['document']

/** The document in a text, or a field error for the form, in the API's format. */
export function readDocument(text: string): { document?: Document; wrong?: Refusal } {
	try {
		const document: unknown = JSON.parse(text)
		if (typeof document === 'object' && document !== null && !Array.isArray(document))
			return { document: document as Document }
		return { wrong: refusalOf(t.not_object) }
	} catch (error) {
		return { wrong: refusalOf(t.not_json(error instanceof Error ? error.message : String(error))) }
	}
}

const refusalOf = (message: string) =>
	new Refusal(400, { error: 'validation.error', details: { fields: [{ path: 'document', message }] } })
