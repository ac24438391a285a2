type Attributes = Record<string, string | boolean>

/** Creates an element. Attributes that are false are left out. Strings become text nodes, never HTML. */
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
