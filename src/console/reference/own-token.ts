import { accessToken } from '../calls/token.ts'
import { isSignedIn } from './call.ts'
import { replaceIn } from './code.ts'
import { element } from './dom.ts'
import { t, tag } from './texts.ts'
import { signedOut } from './try-it.ts'

/** How the samples of each language name the address and the token. */
const VARIABLE = /\$\{(TOKEN|PLINTH)\}|\$(TOKEN|PLINTH)\b|\{(TOKEN|PLINTH)\}/g

/** Offers to put the address of this instance and the reader's own access token into the samples, which ends within 15 minutes. */
export function offerToken() {
	const first = document.querySelector('.code')
	const samples = [...document.querySelectorAll<HTMLElement>('.code pre')]
	if (!first || !samples.some(({ textContent }) => textContent.includes('TOKEN'))) return
	const result = element('span', { role: 'status' })
	const button = element('button', { type: 'button', class: 'copy' }, t.token.insert)
	first.before(element('p', { class: 'own-token', lang: tag }, button, result))
	button.addEventListener('click', () => void insert())

	async function insert() {
		button.disabled = true
		const token = (await isSignedIn()) ? await accessToken() : undefined
		if (token === undefined) {
			button.disabled = false
			return result.replaceChildren(...signedOut())
		}
		for (const { firstChild } of samples)
			if (firstChild instanceof Text) {
				replaceIn(firstChild, 'TOKEN=…', `TOKEN=${token}`)
				fill(firstChild, { TOKEN: token, PLINTH: location.origin })
			}
		button.hidden = true
		result.replaceChildren(t.token.inserted)
	}
}

/** Replaces the variables from the end, so that the ranges of the colors before stay where they are. */
function fill(text: Text, values: Record<string, string>) {
	for (const match of [...text.data.matchAll(VARIABLE)].toReversed()) {
		const name = match.slice(1).find((one) => one !== undefined) ?? ''
		text.replaceData(match.index, match[0].length, values[name] ?? '')
	}
}
