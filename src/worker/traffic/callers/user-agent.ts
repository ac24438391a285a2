import { createIsbotFromList, list } from 'isbot'
import type { UaType } from '../../context.ts'
import { forgettable } from '../../isolate.ts'

// Classifies the program that a `User-Agent` names. `isbot` takes every program for a bot, but most callers of this API are
// programs. Here a tool is a program that people run by hand or build a client with, and a bot is one that crawls on its own.
// A program with an unfamiliar name is unknown.

const TOOLS = [
	'ab|apachebench|artillery|autocannon|gatling|hey|jmeter|k6|siege|vegeta|wrk2?',
	'aiohttp|httpx|pycurl|python(?:-(?:aiohttp|httplib2|httpx|requests|urllib3?))?',
	'alamofire|dart|okhttp|ktor-client',
	'apache-httpasyncclient|apache-httpclient|jakarta commons-httpclient|java|java-http-client|jersey|reactornetty|unirest-java',
	'aws-sdk-\\w+|openapi-generator|swagger-codegen',
	'axios|bun|deno|got|ky|needle|node|node\\.js|node-fetch|node-superagent|superagent|undici',
	'bruno-runtime|httpie|insomnia|paw|postman|postmanruntime|rapidapi|thunder client|xh',
	'curl|libcurl|lwp-request|libwww-perl|lua-resty-http|wget2?|winhttp',
	'fasthttp|go-http-client|go-resty|hackney|hyper|isahc|reqwest|ureq',
	'faraday|guzzle(?:http)?|http\\.rb|php|php-soap|rest-client|restsharp|ruby|symfony httpclient|typhoeus',
	'git|terraform',
]

const TOOL = new RegExp(`^(?:${TOOLS.join('|')})(?=[/ ;(]|$)`, 'i')
/** The one tool whose `User-Agent` begins like a browser's. */
const POWERSHELL = /PowerShell\/[\d.]+$/
/** Made-up names. A pattern that takes one of them for a bot is too broad, and left out. */
const UNHEARD_OF = ['Acme', 'Acme/1.0', 'Acme-Agent/1.0', 'Acme-Runtime/1.2.3 (linux)']
const isBot = botTest()
const BROWSER = /^(?:Mozilla|Opera)\//

// A longer text is classified by its beginning, and never cached.
const MAX_LENGTH = 512
const MAX_KNOWN = 1_000
const known = forgettable(new Map<string, UaType>())

/** What kind of program a `User-Agent` names. */
export function uaTypeOf(user_agent: string): UaType {
	if (user_agent.length > MAX_LENGTH) return kindOf(user_agent.slice(0, MAX_LENGTH))
	const before = known.get(user_agent)
	if (before) return before
	const kind = kindOf(user_agent)
	if (known.size >= MAX_KNOWN) known.clear()
	known.set(user_agent, kind)
	return kind
}

function kindOf(user_agent: string): UaType {
	if (user_agent === '') return 'unknown'
	if (TOOL.test(user_agent) || POWERSHELL.test(user_agent)) return 'tool'
	if (isBot(user_agent)) return 'bot'
	return BROWSER.test(user_agent) ? 'browser' : 'unknown'
}

/** Compiles the patterns when first asked: there are hundreds, and no new isolate should wait for them. */
function botTest() {
	let test: ReturnType<typeof createIsbotFromList> | undefined
	return (user_agent: string) => {
		test ??= createIsbotFromList(
			list.filter((pattern) => !UNHEARD_OF.some((name) => new RegExp(pattern, 'i').test(name))),
		)
		return test(user_agent)
	}
}
