/**
 * Adopts styles that only some screens need, once they are loaded. The page's own styles are written into it, so these
 * weigh nothing for anybody else; and an adopted sheet needs no permission of the content policy.
 */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
