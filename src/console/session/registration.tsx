import { Link, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { joining } from '../text/en/joining.ts'
import { RegisterForm } from './register-form.tsx'
import { Stage } from './stage.tsx'

const t = joining.register

/** A new account, with an invite code where the platform asks for one. */
export default function Registration() {
	const { code } = useSearch({ strict: false }) as { code?: string }
	useEffect(() => {
		document.title = t.title
	}, [])
	return (
		<Stage title={t.title} hint={t.hint}>
			<RegisterForm submit={t.submit} code={code} />
			<Link to="/">{t.have}</Link>
		</Stage>
	)
}
