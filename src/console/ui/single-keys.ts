// Whether a single key such as `/` is a shortcut. Somebody who speaks to their computer presses such keys without meaning to.
// This browser remembers it, and the documentation asks here too.

const KEY = 'plinth.single-keys'

export const hasSingleKeys = () => localStorage.getItem(KEY) !== 'off'

export function setSingleKeys(isOn: boolean): void {
	if (isOn) localStorage.removeItem(KEY)
	else localStorage.setItem(KEY, 'off')
}
