/** The Latin letter of a key. On a layout without Latin letters, such as a Thai one, the place of the key decides. */
export const letterOf = ({ key, code }: KeyboardEvent): string =>
  (key > '~' ? code.replace('Key', '') : key).toLowerCase()

/** The key that makes a shortcut of a letter. */
export const commandKey = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : 'Ctrl'
