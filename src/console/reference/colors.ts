// Paints the code by the ranges that the build found. Browsers without custom highlights show it plain.

const NAMES: Record<string, string> = {
	c: 'code-comment',
	k: 'code-keyword',
	n: 'code-number',
	s: 'code-string',
	v: 'code-name',
}

export function startColors() {
	if (!('highlights' in CSS)) return
	for (const name of Object.values(NAMES)) CSS.highlights.set(name, new Highlight())
	for (const block of document.querySelectorAll<HTMLElement>('pre[data-colors]')) paint(block)
}

function paint({ firstChild: text, dataset }: HTMLElement) {
	if (!text) return
	for (const token of dataset.colors?.split(' ').filter(Boolean) ?? []) {
		const [start = 0, length = 0] = token.slice(1).split('+').map(Number)
		// It moves with the text, where the page fills something in.
		const range = document.createRange()
		range.setStart(text, start)
		range.setEnd(text, start + length)
		CSS.highlights.get(NAMES[token[0] ?? ''] ?? '')?.add(range)
	}
}
