import { Refusal } from '../api.ts'
import { waysIn as t } from '../text/en/ways-in.ts'
import { Failure, Notice } from '../ui/failure.tsx'
import { Panel, PanelSkeleton } from '../ui/page.tsx'
import { AuthenticatorApp } from './authenticator-app.tsx'
import { Passkeys, PasskeyWay } from './passkeys.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'
import { Providers } from './providers.tsx'
import { usePasskeys, useRecoveryCodes, useTotp } from './read.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

/** What signs the user in, and what stands in for it. */
export function WaysIn() {
	const passkeys = usePasskeys()
	const totp = useTotp()
	const codes = useRecoveryCodes()
	const error = passkeys.error ?? totp.error ?? codes.error
	if (error instanceof Refusal && error.reason === 'oidc.through_org')
		return (
			<Panel title={t.title}>
				<Notice icon="org" {...t.through_org} />
			</Panel>
		)
	const count = passkeys.data?.rows.length
	const retry = () => {
		for (const read of [passkeys, totp, codes]) if (read.error) void read.refetch()
	}
	const hasFactor = Boolean(count) || Boolean(totp.data?.enabled_at)
	return (
		<>
			<Panel title={t.title} hint={t.hint}>
				{count !== undefined && totp.data && codes.data ? (
					<>
						<PasswordSignIn hasFactor={hasFactor} mayGo={count > 1 || (count === 1 && codes.data.left > 0)} />
						<PasskeyWay count={count} />
						<AuthenticatorApp since={totp.data.enabled_at} />
						<RecoveryCodes codes={codes.data} hasFactor={hasFactor} />
					</>
				) : error ? (
					<Failure refusal={error} onRetry={retry} />
				) : (
					<PanelSkeleton />
				)}
			</Panel>
			{count !== undefined && count > 0 && <Passkeys read={passkeys} />}
			<Providers />
		</>
	)
}
