/** Texts of the list of what the keyboard does. */
export const shortcuts = {
	title: 'Keyboard shortcuts',
	hint: "The account's menu switches /, ? and G off.",
	places: 'Open a place: G, then its letter',
	palette: 'Search or jump to a page',
	search: 'Search this list',
	help: 'Show these shortcuts',
	rows: 'Move through the rows of a table',
	charts: 'Move through the bars of a chart',
	open: 'Open what has the focus',
	send: 'Submit the form of a field with several lines',
	undo: 'Undo the change that a message reports',
	close: 'Close a dialog or a menu',
} as const
