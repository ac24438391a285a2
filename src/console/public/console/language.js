// Runs first, and loads the console in the reader's language: the one they chose here, the one of their account as it was last time,
// or one that their browser asks for. Only this file has to wait for that, so nothing shows up in another language before. A page of
// the documentation has all languages, and only hears which one it is.
const offered = document.currentScript.dataset
const wished = [localStorage.getItem('plinth.language'), localStorage.getItem('plinth.locale'), ...navigator.languages]
const language = wished.map((one) => one?.split(/[-_]/)[0].toLowerCase()).find((one) => one in offered) ?? 'en'
document.documentElement.lang = language === 'zh' ? 'zh-CN' : language

const scripts = offered[language].split(' ').filter(Boolean)
for (const href of scripts)
	document.head.append(
		Object.assign(document.createElement('link'), { rel: 'modulepreload', fetchPriority: 'low', href }),
	)
// As with a module in the page, the page is complete when it runs.
if (scripts.length > 0) addEventListener('DOMContentLoaded', () => void import(scripts[0]))

// On a slow line the scripts take seconds, so the page has a sign-in form of its own until then. Where the console comes at once,
// or somebody is signed in, nobody sees it. What is sent early is sent when the console is there.
if (!localStorage.getItem('plinth.signed-in') && !/\/console\/(register|join)$/.test(location.pathname))
	setTimeout(showForm, 1000 - performance.now())

function showForm() {
	// On a very slow line the second is over before the page is read to its end.
	if (document.readyState === 'loading') return addEventListener('DOMContentLoaded', showForm)
	const place = document.getElementById('first-form')
	const template = place?.querySelector(`[data-language="${language}"]`)
	if (!template) return
	place.append(template.content)
	place.addEventListener('submit', () => {
		place.querySelector('button').ariaBusy = 'true'
	})
}
