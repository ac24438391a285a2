import { api, type Schema } from '../api.ts'
import { useChange } from '../change/change.ts'
import { OrgLink } from '../names/org-name.tsx'
import { useMay } from '../session/session.ts'
import { serviceAccounts } from '../text/en/service-accounts.ts'
import { terms } from '../text/en/terms.ts'
import { DialogButton } from '../ui/dialog-button.tsx'
import { CheckField, LongTextField } from '../ui/field.tsx'
import { FormDialog } from '../ui/form-dialog.tsx'
import type { Values } from '../ui/form.tsx'
import { Facts, Panel } from '../ui/page.tsx'
import type { Account } from './needed.ts'

const t = serviceAccounts.runtime

/** Which orgs an account serves. Platform admins change it, and the org reads it. */
export function Runtime({ account }: { account: Account }) {
	const { runtime, org_id } = account
	const mayWrite = useMay('platform_admin')
	const orgs = runtime?.orgs ?? [org_id]
	return (
		<Panel
			title={t.title}
			hint={t.hint}
			actions={
				mayWrite && (
					<DialogButton renderDialog={(onClose) => <EditRuntime account={account} onClose={onClose} />}>
						{t.action}
					</DialogButton>
				)
			}
		>
			<Facts
				facts={[
					[
						terms.orgs,
						orgs.includes('*')
							? t.all
							: orgs.map((one) => (
									<div key={one}>
										<OrgLink org_id={one} />
									</div>
								)),
					],
					[t.platform_credentials, runtime?.platform_credentials ? t.yes : t.no],
				]}
			/>
		</Panel>
	)
}

function EditRuntime({ account, onClose }: { account: Account; onClose: () => void }) {
	const { org_id, id, name, runtime } = account
	const change = useChange({
		send: (body: Schema<'UpdateServiceAccount'>, headers) =>
			api.PATCH('/v1/orgs/{org_id}/service-accounts/{account_id}', {
				params: { path: { org_id, account_id: id } },
				body,
				headers,
			}),
		done: t.done(name),
		onDone: onClose,
	})
	const submit = (form: Values) => {
		const orgs = form.text('orgs').split(/\s+/).filter(Boolean)
		const platform_credentials = form.checked('platform_credentials')
		void change.run({ runtime: orgs.length > 0 ? { orgs, platform_credentials } : null })
	}
	return (
		<FormDialog title={t.edit(name)} hint={t.ends} action={t.save} change={change} onSubmit={submit} onClose={onClose}>
			<LongTextField name="orgs" label={terms.orgs} hint={t.orgs_hint} defaultValue={runtime?.orgs.join('\n') ?? ''} />
			<CheckField
				name="platform_credentials"
				label={t.platform_credentials}
				hint={t.platform_credentials_hint}
				defaultChecked={runtime?.platform_credentials ?? false}
			/>
		</FormDialog>
	)
}
