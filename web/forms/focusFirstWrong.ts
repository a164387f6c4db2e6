/**
 * Focuses the first invalid field of the form, wherever it was sent from. A date is invalid as a whole and in each of
 * its parts, and only the parts take the focus.
 */
export function focusFirstWrong(form: Element | null | undefined) {
  for (const field of form?.querySelectorAll<HTMLElement>('[aria-invalid="true"], [data-wrong]') ?? []) {
    field.focus()
    if (document.activeElement === field) return
  }
}
