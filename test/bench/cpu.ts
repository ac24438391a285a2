import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports CPU time to user space in ticks of 10 ms, whatever its own are. */
const TICK_US = 10_000

interface Process {
	pid: number
	parent: number
	name: string
	cpu_us: number
}

function read(pid: string): Process | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
		// The name may contain spaces and parentheses, so the fields are counted from its end.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
		const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
		return {
			pid: Number(pid),
			parent: Number(fields[1]),
			name,
			cpu_us: (Number(fields[11]) + Number(fields[12])) * TICK_US,
		}
	} catch {
		// It ended between the listing and the reading.
		return undefined
	}
}

const processes = () =>
	readdirSync('/proc')
		.filter((name) => /^\d+$/.test(name))
		.map(read)
		.filter((process) => process !== undefined)

/** The IDs of this process's own children with that name. */
export const childrenNamed = (name: string): number[] =>
	processes()
		.filter((child) => child.parent === process.pid && child.name === name)
		.map(({ pid }) => pid)

/** CPU microseconds, user and system, that a process and everything below it have used so far. */
export function cpuOf(root: number): number {
	const all = processes()
	const under = (parent: number): number =>
		all.filter((child) => child.parent === parent).reduce((sum, { pid, cpu_us }) => sum + cpu_us + under(pid), 0)
	const self = all.find(({ pid }) => pid === root)
	if (!self) throw new Error(`workerd (process ${root}) has ended`)
	return self.cpu_us + under(root)
}

/** A process's memory, in MB. */
export function memoryOf(pid: number): number {
	const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
	return Math.round(Number(kilobytes) / 1024)
}
