import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useMe } from '../session/session.ts'
import { firstSteps as t } from '../text/en/first-steps.ts'
import { punctuation } from '../text/en/language.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/page.tsx'
import { Segments } from '../ui/segments.tsx'
import { platformNumbers } from './figures.tsx'
import { NAMES, type Purpose, PURPOSES, type Step } from './purposes.ts'
import styles from './first-steps.module.css'

/** The purpose that a browser remembers. */
const KEY = 'plinth.purpose'
/** What an instance is for, and what most people come for. Once its steps are done, nobody needs the others to be offered. */
const FIRST: Purpose = 'run'

/** How often it looks whether a step is done. */
const WAIT_MS = 10_000

type Name = keyof typeof t.steps

/** The steps of a purpose, and which of them Plinth has seen done. Undefined until all are known. */
function useStepsOf(purpose: Purpose): [name: Name, step: Step, isDone: boolean][] | undefined {
	const { org_id } = useMe()
	const steps = Object.entries(PURPOSES[purpose]) as [Name, Step][]
	const results = useQueries({
		queries: steps.map(([name, { isDone }]) => ({
			queryKey: ['steps', name, org_id],
			queryFn: () => isDone(org_id),
			refetchInterval: ({ state }: { state: { data?: boolean | undefined } }) => (state.data ? false : WAIT_MS),
		})),
	})
	if (results.some(({ data }) => data === undefined)) return undefined
	return steps.map(([name, step], index) => [name, step, results[index]?.data === true])
}

const remembered = () => NAMES.find((name) => name === localStorage.getItem(KEY)) ?? FIRST

/** The way from an empty instance to what somebody came for. Steps stay until Plinth has seen them done, or somebody hides them. */
export default function FirstSteps({ onClose }: { onClose: () => void }) {
	const [purpose, setPurpose] = useState(remembered)
	const steps = useStepsOf(purpose)
	const { data: numbers } = useQuery(platformNumbers)
	const isOver = purpose === FIRST && steps !== undefined && steps.every(([, , isDone]) => isDone)
	useEffect(() => {
		if (isOver) onClose()
	}, [isOver, onClose])
	if (!steps || isOver) return null
	const next = steps.find(([, , isDone]) => !isDone)?.[0]
	const choose = (name: Purpose) => {
		localStorage.setItem(KEY, name)
		setPurpose(name)
	}
	return (
		<>
			<Panel
				title={t.title}
				hint={t.progress(steps.filter(([, , isDone]) => isDone).length, steps.length)}
				actions={
					<Button kind="quiet" onClick={onClose}>
						{t.hide}
					</Button>
				}
				noPadding
			>
				<div className={styles.purposes}>
					<Segments
						label={t.what}
						value={purpose}
						options={NAMES.map((value) => ({ value, label: t.purposes[value] }))}
						onChoose={choose}
					/>
				</div>
				<ol className={styles.steps}>
					{steps.map(([name, { way, operations }, isDone], index) => (
						<li key={name} data-done={isDone || undefined} data-next={name === next || undefined}>
							<span className={styles.sign} aria-hidden="true">
								{isDone ? <Icon name="check" /> : index + 1}
							</span>
							<div>
								<h3>
									{t.steps[name].title}
									{isDone && (
										<span className="unseen">
											{punctuation.open}
											{t.done}
											{punctuation.close}
										</span>
									)}
								</h3>
								<p>{t.steps[name].text}</p>
								<ul className={styles.operations} aria-label={t.operations}>
									{operations.map((operation) => (
										<li key={operation}>
											<code>{operation}</code>
										</li>
									))}
								</ul>
							</div>
							{!isDone && <Way way={way} name={name} />}
						</li>
					))}
				</ol>
			</Panel>
			{numbers?.total_runs === 0 && (
				<Panel>
					<Notice icon="run" title={t.later} hint={t.later_hint} />
				</Panel>
			)}
		</>
	)
}

/** Where a step is taken: in the console, or in a program by a guide. */
const Way = ({ way, name }: { way: Step['way']; name: Name }) =>
	typeof way === 'string' ? <a href={way}>{t.steps[name].action}</a> : <Link {...way}>{t.steps[name].action}</Link>
