import type { Frame } from '../docs/frame.ts'
import { guides } from './en/all.ts'
import { frame } from './en/frame.ts'
import type { Guides } from './guide.ts'

export interface Language {
	name: string
	/** Where its guides begin: `/docs` in English, and `/docs/` with the language otherwise. */
	root: string
	frame: Frame
	guides: Guides
}

/** The languages that the guides are in. With a second one, their pages link to each other in the head. */
export const LANGUAGES: Language[] = [{ name: 'English', root: '/docs', frame, guides }]
