import type * as en from '../en/language.ts'
import type { Texts } from '../texts.ts'

export const language: Texts<typeof en.language> = {
	code: 'zh',
	locale: 'zh-CN',
	clock: 'zh-CN',
	errors: async () => (await import('./errors.ts')).translate,
	effects: async () => (await import('./effects.ts')).effectText,
	notices: async () => (await import('./notices.ts')).NOTICES,
	alerts: async () => (await import('./alerts.ts')).alertText,
}

/** What stands between texts that a component joins. */
export const punctuation: Texts<typeof en.punctuation> = {
	comma: '，',
	list: '、',
	colon: '：',
	stop: '。',
	open: '（',
	close: '）',
}
