import { reference as en } from '../text/en/reference.ts'
import { reference as zh } from '../text/zh/reference.ts'

/** The reader's language, which `language.js` found. */
export const tag = document.documentElement.lang

export const language = tag.startsWith('zh') ? 'zh' : 'en'

/** Both languages are part of the script, because together they are smaller than another request. */
export const t = { en, zh }[language]
