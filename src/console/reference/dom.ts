type Attributes = Record<string, string | boolean>

/** Makes an element. An attribute that is false is left out. Texts become text nodes, never HTML. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
	tag: Tag,
	attributes: Attributes,
	...children: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
	const made = document.createElement(tag)
	for (const [name, value] of Object.entries(attributes))
		if (value !== false) made.setAttribute(name, value === true ? '' : value)
	made.append(...children)
	return made
}
