import { useNavigate } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import { logOut } from '../calls/token.ts'
import { useName } from '../names/name.tsx'
import { choose, spoken } from '../session/language.ts'
import { LANGUAGES } from '../session/languages.ts'
import { useMe } from '../session/session.ts'
import { punctuation } from '../text/en/language.ts'
import { shell as t } from '../text/en/shell.ts'
import { giveUpDrafts } from '../ui/drafts.ts'
import { setExact, useExact } from '../ui/exact.ts'
import { initials } from '../ui/format.ts'
import { Icon } from '../ui/icon.tsx'
import { useLeave } from '../ui/leaving.tsx'
import { Menu, MenuCheck, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.tsx'
import { hasSingleKeys, setSingleKeys } from '../ui/single-keys.ts'
import { current, onTheme, setTheme, THEMES } from '../ui/theme.ts'
import styles from './account-menu.module.css'

const SIGNS = { system: 'system', light: 'light', dark: 'dark' } as const

/** Who is signed in, in which org, in which theme and language. */
export function AccountMenu() {
	const me = useMe()
	const { username, org_id } = me
	const navigate = useNavigate()
	const leave = useLeave()
	const theme = useSyncExternalStore(onTheme, current)
	const exact = useExact()
	const [keys, setKeys] = useState(hasSingleKeys)
	const org = useName(org_id) ?? org_id
	return (
		<div className={styles.foot}>
			<Menu
				side="top"
				align="start"
				trigger={
					<button type="button" className={styles.account}>
						<span className="unseen">
							{t.account.menu}
							{punctuation.colon}
						</span>
						<span className={styles.avatar} aria-hidden="true">
							{initials(username)}
						</span>
						<span className={styles.names}>
							<strong>{username}</strong>
							<span>{org}</span>
						</span>
						<Icon name="updown" />
					</button>
				}
			>
				<MenuChoice
					label={t.account.theme}
					value={theme}
					onChoose={setTheme}
					options={THEMES.map((value) => ({ value, label: t.theme[value], icon: SIGNS[value] }))}
				/>
				<MenuSeparator />
				<MenuChoice
					label={t.account.language}
					value={spoken}
					onChoose={(wanted) =>
						leave(() => {
							// The new document would ask again.
							if (wanted !== spoken) giveUpDrafts()
							return choose(wanted, me)
						})
					}
					options={LANGUAGES}
				/>
				<MenuSeparator />
				<MenuCheck icon="clock" isChecked={exact} onChange={setExact}>
					{t.account.exact_times}
				</MenuCheck>
				<MenuCheck
					icon="keyboard"
					isChecked={keys}
					onChange={(isOn) => {
						setSingleKeys(isOn)
						setKeys(isOn)
					}}
				>
					{t.account.single_keys}
				</MenuCheck>
				<MenuSeparator />
				<MenuItem icon="account" onClick={() => void navigate({ to: '/account' })}>
					{t.places.account}
				</MenuItem>
				<MenuItem icon="out" onClick={() => leave(logOut)}>
					{t.account.sign_out}
				</MenuItem>
			</Menu>
		</div>
	)
}
