// The script of the API's page, `/docs`: finds operations and calls them. Without it the page is complete and only reads.
import { startSearch } from './search.ts'
import { offer } from './try-it.ts'

const field = document.querySelector<HTMLInputElement>('#search')
const count = document.querySelector<HTMLElement>('#found')
const reveal = field && count ? startSearch(field, count) : undefined

for (const card of document.querySelectorAll<HTMLDetailsElement>('details[data-operation]')) {
	const offerOnce = () => {
		card.removeEventListener('toggle', offerOnce)
		offer(card)
	}
	if (card.open) offer(card)
	else card.addEventListener('toggle', offerOnce)
}

/** Opens the card that the address names. */
function openNamed() {
	const card = document.getElementById(location.hash.slice(1))
	if (!(card instanceof HTMLDetailsElement)) return
	reveal?.(card)
	card.open = true
	card.scrollIntoView()
}

addEventListener('hashchange', openNamed)
openNamed()
