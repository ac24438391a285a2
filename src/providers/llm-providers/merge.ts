// `advanced_json` (spec 2.3): a model's is merged over its provider's by key, and the model's value wins. Both are plain JSON
// objects that hold no key which reaches a prototype (see `http/json-input.ts`).

export type AdvancedJson = Record<string, unknown>

/** The `advanced_json` of a model under its provider; null when neither has one. A spread copies own keys as own keys. */
export const mergeAdvancedJson = (provider: AdvancedJson | null, model: AdvancedJson | null): AdvancedJson | null =>
	provider || model ? { ...provider, ...model } : null
