/** Saves a file on the device; its name is made of the letters, marks and digits of `name`, joined by dashes. */
export function downloadFile(content: Blob, name: string, extension: string): void {
  const address = URL.createObjectURL(content)
  Object.assign(document.createElement('a'), { href: address, download: `${plain(name)}.${extension}` }).click()
  // The browser reads it after the click event.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

const plain = (name: string) =>
  name
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
    .toLowerCase()
