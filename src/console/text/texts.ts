/** What another language has for these English texts: the same names, and functions with the same parameters. */
export type Texts<English> = English extends string
	? string
	: English extends (...values: infer Values) => infer Said
		? (...values: Values) => Texts<Said>
		: { readonly [Name in keyof English]: Texts<English[Name]> }
