/*
 * Browsers copy what they draw. Of a text's Markdown that lacks the TeX of its formulas, and how deep its headings are,
 * which stand below those of the page: the editor reads both from attributes (`web/editor/pasted.ts`).
 */

/** Whatever a person copies from this page says its source. */
export const sayWhatIsCopied = () => addEventListener('copy', saySources)

function saySources(): void {
  for (const heading of document.querySelectorAll<HTMLElement>('.prose :is(h3, h4, h5, h6)'))
    heading.dataset.depth = String(Number(heading.localName.slice(1)) - 2)
  for (const math of document.querySelectorAll('math'))
    math.setAttribute('data-tex', math.querySelector('annotation')?.textContent ?? '')
}
