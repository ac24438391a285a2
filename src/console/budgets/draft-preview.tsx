import { Suspense } from 'react'
import type { Change } from '../change/change.ts'
import { laterOf } from '../ui/loading.ts'
import { useSettled } from './settled.ts'

const Preview = laterOf(async () => (await import('../change/preview.tsx')).Preview)

const nothing = () => undefined

/** What saving a draft would do, and who has used up the budget already. It follows the draft, so saving takes no further press. */
export function DraftPreview<Input>({ change, input }: { change: Change<Input>; input: Input | undefined }) {
	const settled = useSettled(input)
	if (settled === undefined) return null
	return (
		<Suspense>
			<Preview key={JSON.stringify(settled)} simulate={() => change.simulate(settled)} onShown={nothing} />
		</Suspense>
	)
}
