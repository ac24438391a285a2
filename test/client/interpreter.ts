import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'

export const LANGUAGES = ['curl', 'typescript', 'python'] as const
export type Language = (typeof LANGUAGES)[number]

/** Runs the program of each line, and answers with what it prints. */
const IN_NODE = `
import { createInterface } from 'node:readline'
const send = globalThis.fetch
let printed = []
console.log = (text) => void printed.push(text)
async function printing(...call) {
	const answer = await send(...call)
	const headers = Object.fromEntries(answer.headers)
	console.log(JSON.stringify({ status: answer.status, headers, body: await answer.clone().text() }))
	return answer
}
let count = 0
for await (const line of createInterface({ input: process.stdin })) {
	const { source, env, isPrinting } = JSON.parse(line)
	// A module runs once, so that the same program again needs another address.
	const address = 'data:text/javascript,' + encodeURIComponent(source + '\\n// ' + (count += 1))
	printed = []
	process.env = env
	globalThis.fetch = isPrinting ? printing : send
	await import(address).catch((error) => console.log(error.stack))
	process.stdout.write(JSON.stringify(printed.join('\\n')) + '\\n')
}`

/** Each call of httpx reads the certificates of the system, 20 ms, which no call here needs. */
const IN_PYTHON = `
import contextlib, io, json, os, ssl, sys, traceback
import httpx
httpx._transports.default.create_ssl_context = lambda *given, **named: ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
send = httpx.Client.send
def printing(self, *given, **named):
    answer = send(self, *given, **named)
    headers = {name.lower(): value for name, value in answer.headers.items()}
    print(json.dumps({"status": answer.status_code, "headers": headers, "body": answer.text}))
    return answer
for line in sys.stdin:
    told = json.loads(line)
    os.environ.clear()
    os.environ.update(told["env"])
    httpx.Client.send = printing if told["isPrinting"] else send
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        try:
            exec(compile(told["source"], "sample.py", "exec"), {"__name__": "__main__"})
        except BaseException:
            traceback.print_exc(file=printed)
    print(json.dumps(printed.getvalue()), flush=True)`

/** Runs programs in a language, each for itself. Node.js and Python start once: that takes longer than most of what they run. */
export class Interpreter {
	private readonly language: Language
	private readonly folder: string
	private started: { child: ChildProcess; lines: Interface; ended: Promise<unknown> } | undefined

	constructor(language: Language, folder: string) {
		this.language = language
		this.folder = folder
	}

	/** Returns what the program prints, also if it fails. With `isPrinting` it first prints each response that it gets. */
	async run(source: string, env: Record<string, string>, isPrinting = false): Promise<string> {
		if (this.language === 'curl')
			return this.inShell(isPrinting ? `curl() { command curl -sS -i "$@"; }\n${source}` : source, env)
		this.started ??= this.start()
		const { child, lines, ended } = this.started
		const answered = once(lines, 'line') as Promise<[string]>
		child.stdin?.write(`${JSON.stringify({ source, env, isPrinting })}\n`)
		const line = await Promise.race([answered, ended.then(() => undefined)])
		if (!line) throw new Error('The interpreter has ended')
		return JSON.parse(line[0]) as string
	}

	async end(): Promise<void> {
		this.started?.child.stdin?.end()
		await this.started?.ended
	}

	private start() {
		const [program = '', ...given] =
			this.language === 'python'
				? ['/usr/bin/python3', '-c', IN_PYTHON]
				: [process.execPath, '--input-type=module', '-e', IN_NODE]
		const child = spawn(program, given, { cwd: this.folder, stdio: ['pipe', 'pipe', 'inherit'] })
		return { child, lines: createInterface({ input: child.stdout }), ended: once(child, 'exit') }
	}

	private inShell(source: string, env: Record<string, string>): Promise<string> {
		const file = join(this.folder, 'sample.sh')
		writeFileSync(file, source)
		const only = { PATH: process.env.PATH ?? '', ...env } as unknown as NodeJS.ProcessEnv
		return new Promise((resolve, reject) => {
			execFile('bash', [file], { cwd: this.folder, env: only, maxBuffer: 2 ** 26 }, (error, stdout, stderr) =>
				error && typeof error.code !== 'number' ? reject(error) : resolve(error ? `${stdout}\n${stderr}` : stdout),
			)
		})
	}
}
