// The connection to an SMTP server: replies come in, lines go out. It reads nothing ahead, because TLS begins right after a
// reply.

/** One reply of the server: its code and all its lines. */
export interface Reply {
	code: number
	text: string
}

export interface Connection {
	/** Connects. Call it first. */
	open: () => Promise<void>
	/** The next reply. Throws if the connection ends first, or if the reply isn't SMTP. */
	reply: () => Promise<Reply>
	/** Sends text unchanged. */
	write: (text: string) => Promise<void>
	/** Starts TLS and drops what the server sent in the clear: anybody could have written that. */
	upgrade: () => Promise<void>
	/** Closes the connection at once. Never throws. */
	close: () => void
}

const MAX_REPLY_LENGTH = 65_536

/** A connection over the socket that `connect` opens. `open()` calls it. */
export function newConnection(connect: () => Promise<Socket>): Connection {
	let socket: Socket | undefined
	let streams: Awaited<ReturnType<typeof streamsOf>>
	let received = ''

	async function line(): Promise<string> {
		for (;;) {
			const end = received.indexOf('\n')
			if (end >= 0) {
				const text = received.slice(0, end).replace(/\r$/, '')
				received = received.slice(end + 1)
				return text
			}
			if (received.length > MAX_REPLY_LENGTH) throw new Error('The reply is too long')
			const { done, value } = await streams.reader.read()
			if (done) throw new Error('The server closed the connection')
			received += streams.decoder.decode(value, { stream: true })
		}
	}

	return {
		async open() {
			socket = await connect()
			streams = await streamsOf(socket)
		},
		async reply() {
			const lines: string[] = []
			for (let length = 0; length <= MAX_REPLY_LENGTH;) {
				const text = await line()
				const [, code, more] = /^(\d{3})(?:([ -])|$)/.exec(text) ?? []
				if (code === undefined) throw new Error('The server does not speak SMTP')
				lines.push(text)
				length += text.length
				if (more !== '-') return { code: Number(code), text: lines.join('\n') }
			}
			throw new Error('The reply is too long')
		},
		write: (text) => streams.writer.write(new TextEncoder().encode(text)),
		async upgrade() {
			streams.reader.releaseLock()
			streams.writer.releaseLock()
			socket = streams.socket.startTls()
			received = ''
			streams = await streamsOf(socket)
		},
		close: () => void socket?.close().catch(() => undefined),
	}
}

async function streamsOf(socket: Socket) {
	// A read shows how the connection ended, so we ignore these rejections.
	socket.closed.catch(() => undefined)
	await socket.opened
	const [reader, writer] = [socket.readable.getReader(), socket.writable.getWriter()]
	for (const { closed } of [reader, writer]) closed.catch(() => undefined)
	return { socket, reader, writer, decoder: new TextDecoder() }
}
