// The script of the documentation's pages: theme, language, search, samples, trying a call. Without it every page is complete
// and only reads.
import '@fontsource-variable/geist'
import '@fontsource-variable/geist-mono'
import '../style.css'
import { startCopying, startSamples } from './code.ts'
import { startColors } from './colors.ts'
import { startLanguage, startMenu, startTheme } from './head.ts'
import './reference.css'
import { offerToken } from './own-token.ts'
import { startPath } from './paths.ts'
import { startSearch } from './search.ts'
import { offer } from './try-it.ts'

/** The overview has the anchors of the time when all of this was one page. Each is a link to where its text is now. */
function followAnchor() {
	const named = document.getElementById(location.hash.slice(1))
	if (named instanceof HTMLAnchorElement) location.replace(named.href)
}

addEventListener('hashchange', followAnchor)
followAnchor()
startTheme()
startLanguage()
startMenu()
startCopying()
// After blocks have moved, and before texts change.
startColors()
startSamples()
offerToken()
startPath()
startSearch()
for (const section of document.querySelectorAll<HTMLElement>('[data-operation]')) offer(section)
