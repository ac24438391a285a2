// The tokens of a vendor's answer, as the vendor counts them. The names of both kinds of vendors are here, because none means two things.

/** What a run has used, under the names of its report. */
export interface Used {
	total_input_tokens: number
	total_output_tokens: number
	total_cache_read_tokens: number
	total_cache_write_tokens: number
}

type Json = Record<string, unknown>

export const NOTHING: Used = {
	total_input_tokens: 0,
	total_output_tokens: 0,
	total_cache_read_tokens: 0,
	total_cache_write_tokens: 0,
}

/** A run's tokens from the parts that a vendor or a framework names. The cached ones are parts of the input, whatever was said. */
export function used(input: unknown, output: unknown, cacheRead: unknown, cacheWrite: unknown): Used {
	const total = countOf(input)
	const read = Math.min(countOf(cacheRead), total)
	return {
		total_input_tokens: total,
		total_output_tokens: countOf(output),
		total_cache_read_tokens: read,
		total_cache_write_tokens: Math.min(countOf(cacheWrite), total - read),
	}
}

export const plus = (one: Used, other: Used, sign: 1 | -1 = 1): Used =>
	Object.fromEntries(Object.entries(one).map(([name, count]) => [name, count + sign * other[name as keyof Used]])) as {
		[name in keyof Used]: number
	}

/** One `usage` of the vendors: of chat completions, responses and embeddings, or of messages, which have cached tokens beside the input. */
export function usedBy(usage: Json): Used {
	const details = (usage.prompt_tokens_details ?? usage.input_tokens_details ?? {}) as Json
	const { cache_read_input_tokens: read, cache_creation_input_tokens: written } = usage
	const input = countOf(usage.prompt_tokens ?? usage.input_tokens) + countOf(read) + countOf(written)
	const output = usage.completion_tokens ?? usage.output_tokens
	return used(input, output, read ?? details.cached_tokens, written ?? details.cache_write_tokens)
}

/** The `usage` of an answer or of an event of its stream. */
export function usageIn(body: unknown): Json | undefined {
	const { usage, message, response } = (body ?? {}) as { usage?: Json; message?: Json; response?: Json }
	const found = usage ?? message?.usage ?? response?.usage
	return typeof found === 'object' && found !== null ? (found as Json) : undefined
}

const countOf = (value: unknown): number =>
	Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : 0
