import { gatewayConfig } from '../text/en/gateway-config.ts'
import { language } from '../text/en/language.ts'

const names: Readonly<Record<string, string>> = gatewayConfig.risks.names

/** What raised a risk score, in words. */
export const risksOf = (risks: readonly string[]) =>
	new Intl.ListFormat(language.locale).format(risks.map((risk) => names[risk] ?? risk))
