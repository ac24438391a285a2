/**
 * `doc` of the Worker. It says nothing: the document is written at build time. The bundler removes calls of an empty function,
 * with their texts.
 */
export function doc(): void {}
