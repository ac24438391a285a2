import type { Reply } from '../api.ts'
import type { Credential, Person } from './model.ts'
import type { Stage } from './stage.ts'

/** What a step asked, whether the model lets it, and what then changes in the model. */
interface Done {
	/** Who did what, to read. */
	line: string
	/** Without regard to how long ago the caller proved who they are. */
	may: boolean
	/** Whether it asks for a proof of the last ten minutes: what gives and takes power does. */
	asks?: false
	reply: Reply
	after?: () => void
}

/** The choices of one step. */
interface Choice {
	below: (limit: number) => number
	one: <T>(list: readonly T[]) => T
	/** One of the list, and often one of its last. */
	recent: <T>(list: readonly T[]) => T
	some: <T>(list: readonly T[]) => T[]
	caller: Credential
	person: Person
}

/** Something that a caller tries. Undefined if there's nothing yet to try it on. */
export type Act = (stage: Stage, choice: Choice) => Promise<Done | undefined>
