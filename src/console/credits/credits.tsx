import { useScope } from '../session/scope.ts'
import { Balances } from './balances.tsx'
import { OwnCredits } from './own-credits.tsx'

/** All balances of the platform, or your org's. */
export const Credits = () => (useScope() === 'platform' ? <Balances /> : <OwnCredits />)
