import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, page, Refusal, tagged } from '../api.ts'
import { Asked } from '../change/asked.tsx'
import { useChange } from '../change/change.ts'
import { useMay } from '../session/session.ts'
import { operators } from '../text/en/operators.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SelectField } from '../ui/field.tsx'
import { DialogForm } from '../ui/form-dialog.tsx'

const t = operators.policy

type Demand = keyof typeof t.demands
const DEMANDS: Demand[] = ['off', 'operators', 'all']
const KEY = 'sign_in.second_factor'
const at = { params: { path: { key: KEY } } }

/** How long a platform admin has to see that people still get in. */
const TRIAL_S = 600

/** Most instances have a page of entries, and asking for one that isn't there would be an error. */
async function isSet(): Promise<boolean> {
	const { rows, next } = await page(api.GET('/v1/admin/config-entries', { params: { query: { limit: 200 } } }))
	return next !== undefined || rows.some(({ key }) => key === KEY)
}

async function readPolicy(): Promise<{ demand: Demand; etag: string | undefined }> {
	const none = { demand: 'off', etag: undefined } as const
	if (!(await isSet())) return none
	try {
		const { value, etag } = await tagged(api.GET('/v1/admin/config-entries/{key}', at))
		return { demand: DEMANDS.find((one) => one === value.value) ?? 'off', etag }
	} catch (error) {
		if (error instanceof Refusal && error.status === 404) return none
		throw error
	}
}

/** Who needs a second factor on the whole platform. Platform admins decide. */
export function SignInPolicy() {
	const isAdmin = useMay('platform_admin')
	const { data: policy } = useQuery({ queryKey: ['config-entries', KEY, 'policy'], queryFn: readPolicy })
	if (!policy) return null
	return (
		<DialogButton
			icon="shield"
			disabled={!isAdmin}
			renderDialog={(onClose) => <PolicyDialog policy={policy} onClose={onClose} />}
		>
			{t.state(t.demands[policy.demand])}
		</DialogButton>
	)
}

interface PolicyProps {
	policy: Awaited<ReturnType<typeof readPolicy>>
	onClose: () => void
}

function PolicyDialog({ policy, onClose }: PolicyProps) {
	const [wanted, setWanted] = useState(policy.demand)
	const [isChosen, setIsChosen] = useState(false)
	const [isBack, setIsBack] = useState(false)
	const isMore = DEMANDS.indexOf(wanted) > DEMANDS.indexOf(policy.demand)
	const set = useChange({
		send: (value: Demand, headers) => api.PUT('/v1/admin/config-entries/{key}', { ...at, body: { value }, headers }),
		etag: policy.etag,
		...(isMore ? { trial_s: TRIAL_S } : { done: t.done }),
		onDone: onClose,
	})
	if (isChosen)
		return (
			<Asked
				question={{ title: t.ask, body: t.consequences[wanted], action: t.submit, change: set, input: wanted }}
				held={{ label: t.title, values: {} }}
				onClose={() => {
					setIsChosen(false)
					setIsBack(true)
				}}
			/>
		)
	return (
		<Dialog title={t.title} hint={t.hint} onClose={onClose}>
			<DialogForm
				title={t.title}
				onSubmit={(form) => {
					setWanted(form.text('demand') as Demand)
					setIsChosen(true)
				}}
				action={t.next}
				{...(isBack && { isDraft: () => true })}
				onClose={onClose}
			>
				<SelectField
					name="demand"
					label={t.factor}
					options={DEMANDS.map((one) => ({ value: one, label: t.demands[one] }))}
					defaultValue={wanted}
				/>
			</DialogForm>
		</Dialog>
	)
}
