/** A cell with a formula and without a value: its program has not computed it yet. */
const uncomputed = /<c\b([^>]*)>\s*<f\b[^>]*>([^<]+)<\/f>\s*(?:<v>\s*<\/v>|<v\s*\/>)?\s*<\/c>/g

/** A worksheet's XML in which formulas without a value are texts, such as `=A1*2`: else their cells would look empty. */
export const withFormulas = (xml: string): string =>
  xml.replace(uncomputed, (_, attributes: string, formula: string) => {
    const others = attributes.replace(/\s+t="[^"]*"/, '')
    return `<c${others} t="inlineStr"><is><t>=${formula}</t></is></c>`
  })
