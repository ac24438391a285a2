import { Link, useNavigate } from '@tanstack/react-router'
import { useName } from '../names/name.tsx'
import { useIsOperator, useMay, useMe } from '../session/session.ts'
import { useSwitchOrg } from '../session/switch-org.ts'
import { needsText } from '../text/en/roles.ts'
import { why as t } from '../text/en/why.ts'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useLeave } from '../ui/leaving.tsx'
import { type Place, placeOf } from './place.ts'
import { orgOf, type Refused, useIsOfPlatform } from './use-why.ts'
import styles from './why.module.css'

/** Where what decided is shown and changed. Who may not change it reads which role may. */
export function Where({ request }: { request: Refused }) {
	const me = useMe()
	const isOperator = useIsOperator()
	const org_id = orgOf(request)
	const name = useName(org_id ?? me.org_id)
	const isOfPlatform = useIsOfPlatform(request) !== false
	const org = (org_id === null ? undefined : name) ?? t.the_org
	const place = placeOf(request, { org, isHere: org_id === me.org_id, isOperator, isOfPlatform })
	const mayChange = useMay(...(place?.needs ?? (['platform.read'] as const)))
	const maySee = place && (isOperator || place.isOfOrg)
	const needs = place?.needs && !mayChange && needsText(place.needs)
	if (!maySee && !needs) return null
	return (
		<p className={styles.where}>
			{maySee && (place.org_id ? <InOrg place={place} org_id={place.org_id} /> : <To place={place} />)}
			{needs && <span>{needs}</span>}
		</p>
	)
}

const To = ({ place: { link, label } }: { place: Place }) => (
	<Link {...link}>
		{label}
		<Icon name="forward" />
	</Link>
)

/** Switches the tab to the org first, and says so. */
function InOrg({ place: { link, label }, org_id }: { place: Place; org_id: string }) {
	const name = useName(org_id) ?? org_id
	const navigate = useNavigate()
	const switchOrg = useSwitchOrg()
	const leave = useLeave()
	const go = async () => {
		await switchOrg(org_id)
		await navigate({ ...link, ignoreBlocker: true })
	}
	return (
		<>
			<Button icon="forward" onClick={() => leave(go)}>
				{label}
			</Button>
			<span>{t.switches(name)}</span>
		</>
	)
}
