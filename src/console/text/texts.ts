/** What another language has for these English texts: the same names, and functions with the same parameters. */
export type Texts<English> = English extends string
	? string
	: English extends (...values: infer Values) => infer Said
		? (...values: Values) => Texts<Said>
		: { readonly [Name in keyof English]: Texts<English[Name]> }

/** What the API says as a code, with the values of its sentence. */
export interface Coded {
	code: string
	values: Record<string, unknown>
}

/** How a sentence says a value. A name is marked as one. */
export interface Words {
	name: (text: unknown) => string
	names: (list: unknown) => string
	number: (count: unknown) => string
	time: (iso: unknown) => string
}

/** What a notice says. */
export type Told = readonly [title: string, body: string]

/** What's wrong with a field: in English, and as a code with values. An older Worker has no code. */
export interface WrongField {
	path: string
	message: string
	code?: string
	values?: Record<string, unknown>
}

/** What an error of the API says: as a whole, and about fields by their paths. */
interface Said {
	message: string
	fields: Record<string, string>
}

/** Says an error of the API in another language. */
export type Translate = (
	error: Said & {
		code: string
		reason: string | undefined
		details: Record<string, unknown>
		wrong: readonly WrongField[]
	},
) => Promise<Said>
