import { useNavigate } from '@tanstack/react-router'
import { useName } from '../names/name.tsx'
import { placeOf, sideOf } from '../places/places.ts'
import { type Scope, searchOf } from '../session/scope.ts'
import { useIsOperator, useMe } from '../session/session.ts'
import { useSwitchOrg } from '../session/switch-org.ts'
import { punctuation } from '../text/en/language.ts'
import { shell as t } from '../text/en/shell.ts'
import { Icon } from '../ui/icon.tsx'
import { useLeave } from '../ui/leaving.tsx'
import { Menu, MenuChoice, MenuGroup, MenuItem } from '../ui/menu.tsx'
import { sectionsFor } from './navigation.ts'
import styles from './side-menu.module.css'

/** No org has this ID. */
const PLATFORM = 'platform'

/** Switches between the platform and the orgs, or leads from the platform to a place of the org. Whoever has one side only needs none. */
export function SideMenu({ side, path }: { side: Scope; path: string }) {
	const me = useMe()
	const { org_id, orgs } = me
	const isOperator = useIsOperator()
	const navigate = useNavigate()
	const switchOrg = useSwitchOrg()
	const leave = useLeave()
	const org = useName(org_id) ?? org_id
	const isGuest = !orgs.some((own) => own.org_id === org_id)
	const options = [
		...(isOperator ? [{ value: PLATFORM, label: t.side.platform, icon: 'tree' as const }] : []),
		...(isGuest ? [{ value: org_id, label: org, icon: 'org' as const }] : []),
		...orgs.map((own) => ({ value: own.org_id, label: own.name, icon: 'org' as const })),
	]
	if (options.length < 2) return null
	const go = async (chosen: string) => {
		const next = chosen === PLATFORM ? 'platform' : 'org'
		if (next === 'org' && chosen !== org_id && !(await switchOrg(chosen))) return
		if (next === side) return
		// The place of both sides stays.
		const place = placeOf(path)
		const stays = place && sideOf(path, next) === next
		await navigate({ to: stays ? place.to : '/', search: searchOf(next), ignoreBlocker: true })
	}
	return (
		<div className={styles.box}>
			<Menu
				align="start"
				opensOnHover={isOperator}
				trigger={
					<button type="button" className={styles.side}>
						<Icon name={side === 'platform' ? 'tree' : 'org'} />
						<span className="unseen">
							{t.side.menu}
							{punctuation.colon}
						</span>
						<span className={styles.name}>{side === 'platform' ? t.side.platform : org}</span>
						<Icon name="updown" />
					</button>
				}
			>
				<MenuChoice
					label={t.side.label}
					value={side === 'platform' ? PLATFORM : org_id}
					onChoose={(chosen) => leave(() => go(chosen))}
					options={options}
				/>
				{side === 'platform' && (
					<MenuGroup label={t.side.places(org)}>
						{sectionsFor('org', me).flatMap(({ title, entries }) =>
							title === undefined
								? []
								: entries.flatMap(({ places, icon }) =>
										places.map(({ to, label }) => (
											<MenuItem
												key={to}
												icon={icon}
												onClick={() => leave(() => void navigate({ to, search: searchOf('org'), ignoreBlocker: true }))}
											>
												{label}
											</MenuItem>
										)),
									),
						)}
					</MenuGroup>
				)}
			</Menu>
		</div>
	)
}
