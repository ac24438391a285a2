import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api, data } from '../api.ts'
import { firstSteps as t } from '../text/en/first-steps.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/failure.tsx'
import { Icon } from '../ui/icon.tsx'
import { Panel } from '../ui/page.tsx'
import { platformNumbers } from './figures.tsx'
import styles from './first-steps.module.css'

const ONE = { params: { query: { limit: 1 } } }

const STEPS = ['provider', 'plan', 'key', 'run'] as const

type Step = (typeof STEPS)[number]

const REPORTING = '/docs?q=%2Fv1%2Fruntime%2Fruns'

const any = (list: unknown[] | undefined) => list && list.length > 0

/** What an empty instance needs. A step is done when what it asks for is there, and all of them with the first run. */
function useSteps(): Record<Step, boolean> | undefined {
	const { data: numbers } = useQuery(platformNumbers)
	const enabled = numbers?.total_runs === 0
	const { data: providers } = useQuery({
		queryKey: ['llm-providers', 'any'],
		queryFn: () => data(api.GET('/v1/llm-providers', { params: { query: { scope: 'platform', limit: 1 } } })),
		enabled,
	})
	const { data: plans } = useQuery({
		queryKey: ['plans', 'any'],
		queryFn: () => data(api.GET('/v1/plans', ONE)),
		enabled,
	})
	const { data: keys } = useQuery({
		queryKey: ['api-keys', 'any'],
		queryFn: () => data(api.GET('/v1/api-keys', ONE)),
		enabled,
	})
	const [provider, plan, key] = [any(providers), any(plans), any(keys)]
	if (!numbers) return undefined
	if (!enabled) return { provider: true, plan: true, key: true, run: true }
	return provider === undefined || plan === undefined || key === undefined
		? undefined
		: { provider, plan, key, run: false }
}

/** The way from an empty instance to its first run. It's gone after that, or when somebody hides it. */
export default function FirstSteps({ onClose }: { onClose: () => void }) {
	const steps = useSteps()
	const isOver = steps?.run === true
	useEffect(() => {
		if (isOver) onClose()
	}, [isOver, onClose])
	if (!steps || isOver) return null
	const next = STEPS.find((step) => !steps[step])
	return (
		<>
			<Panel
				title={t.title}
				hint={t.progress(STEPS.filter((step) => steps[step]).length, STEPS.length)}
				actions={
					<Button kind="quiet" onClick={onClose}>
						{t.hide}
					</Button>
				}
				noPadding
			>
				<ol className={styles.steps}>
					{STEPS.map((step, index) => (
						<li key={step} data-done={steps[step] || undefined} data-next={step === next || undefined}>
							<span className={styles.sign} aria-hidden="true">
								{steps[step] ? <Icon name="check" /> : index + 1}
							</span>
							<div>
								<h3>
									{t[step].title}
									{steps[step] && <span className="unseen"> ({t.done})</span>}
								</h3>
								<p>{t[step].text}</p>
							</div>
							{!steps[step] && <Way step={step} />}
						</li>
					))}
				</ol>
			</Panel>
			<Panel>
				<Notice icon="run" title={t.later} hint={t.later_hint} />
			</Panel>
		</>
	)
}

const PLACES = { provider: '/llm-providers', plan: '/plans', key: '/api-keys' } as const

/** Where a step is taken. The runtime reports runs, so that one is explained in the documentation. */
const Way = ({ step }: { step: Step }) =>
	step === 'run' ? <a href={REPORTING}>{t.run.action}</a> : <Link to={PLACES[step]}>{t[step].action}</Link>
