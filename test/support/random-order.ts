import { createHash } from 'node:crypto'
import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files in random order, by the seed that the run prints, but for the longest, which come first: one that started last would work
 * alone.
 */
export const randomOrder = (longest: string[]) =>
	class extends BaseSequencer {
		override async sort(files: TestSpecification[]) {
			const { seed } = this.ctx.config.sequence
			console.log(`The order of files has the seed ${seed}.`)
			const drawn = (name: string) => createHash('sha1').update(`${seed} ${name}`).digest('hex')
			const rank = ({ moduleId }: TestSpecification) => {
				const place = longest.indexOf(basename(moduleId))
				return place >= 0 ? String.fromCharCode(place) : `f${drawn(moduleId)}`
			}
			return files.toSorted((one, other) => (rank(one) < rank(other) ? -1 : 1))
		}
	}
