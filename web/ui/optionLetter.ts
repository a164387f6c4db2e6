/** The label of an option by its index: A to Z, then AA, AB and so on. */
export function optionLetter(index: number): string {
  const before = Math.floor(index / 26)
  return (before > 0 ? optionLetter(before - 1) : '') + String.fromCharCode(65 + (index % 26))
}
