// The guide's message, byte for byte. Readers check their receivers with it, and a test signs it again.

interface Message {
	id: string
	/** Unix seconds. */
	timestamp: number
	body: string
	public_key: string
	/** PKCS #8. It's the first test vector of RFC 8032, so everybody has it and it protects nothing. */
	private_key: string
	/** From the text of Standard Webhooks, so it protects nothing. */
	secret: string
	v1a: string
	v1: string
}

export const EXAMPLE: Message = {
	id: 'evt_01JD6Z5W3T9V7K2M4N8P0Q1R2S',
	timestamp: 1_795_244_402,
	body: '{"type":"credits.exhausted","timestamp":"2026-11-21T07:00:00.000Z","data":{"org_id":"org_01JD6Z5W3T9V7K2M4N8P0Q1R2S","balance":0,"run_id":"run_01JD6Z5W3T9V7K2M4N8P0Q1R2S"}}',
	public_key: 'whpk_11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
	private_key: 'MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g',
	secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
	v1a: 'v1a,MbeWcFSBYASiI85t9xjeFjhjVAwo5jpHwL57zrspz0sQZQkUgfwD3IkT2rkvl8tw11dq1p3WFeSA3Sx/6BTMCg==',
	v1: 'v1,VvJiEq4lreQOSz7JpRgWZYJFq9oBP5zu9EwlBSfN1Gg=',
}

/** The example as it's sent over the wire. */
export const EXAMPLE_REQUEST = `POST /plinth HTTP/1.1
Host: hooks.example.com
Content-Type: application/json
User-Agent: Plinth-Webhooks/1
webhook-id: ${EXAMPLE.id}
webhook-timestamp: ${EXAMPLE.timestamp}
webhook-signature: ${EXAMPLE.v1a} ${EXAMPLE.v1}

${EXAMPLE.body}`
