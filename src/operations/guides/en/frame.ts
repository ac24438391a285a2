import type { Frame } from '../../docs/frame.ts'

export const frame: Frame = {
	lang: 'en',
	skip: 'Skip to content',
	docs: 'Docs',
	contents: 'Contents',
	search: 'Search the docs',
	theme: 'Theme',
	themes: { system: 'System', light: 'Light', dark: 'Dark' },
	console: 'Console',
	guides: 'Guides',
	reference: 'API reference',
	on_this_page: 'On this page',
	overview: 'Overview',
	errors: 'Errors',
	events: 'Events',
}
