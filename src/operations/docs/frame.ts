/** The texts around a page, in one language. */
export interface Frame {
	lang: string
	skip: string
	docs: string
	contents: string
	search: string
	theme: string
	themes: { system: string; light: string; dark: string }
	console: string
	guides: string
	reference: string
	on_this_page: string
	/** The heading of the overview, in the contents. */
	overview: string
	errors: string
	events: string
}
