/**
 * Adds styles that only some screens need, once they are loaded. The page's own styles are written into it, so that what
 * stands here weighs nothing for anybody else; and a sheet that is adopted needs no permission of the content policy.
 */
export function adoptStyles(css: string): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
}
