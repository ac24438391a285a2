/**
 * The Worker's `doc`. It does nothing, because the document is written at build time. The bundler removes calls of an empty
 * function along with their texts.
 */
export function doc(): void {}
