const focusable = 'input:not([type=hidden]), select, textarea, [role=spinbutton], button'

/** Ready to be typed over, as what is reached by Tab is. */
export function focusContent(control: HTMLElement | null | undefined): void {
  control?.focus()
  if (control instanceof HTMLInputElement) control.select()
}

/** Focuses the field's own control; its section is open by then (see FormSection). */
export function focusField(form: HTMLElement | null, name: string): void {
  const find = (one: string) => form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(one)}"]`)
  const field = find(name) ?? find(listOf(name))
  focusContent(field?.querySelector<HTMLElement>(focusable))
  field?.scrollIntoView({ block: 'nearest' })
}

/** The field that an entry of a list stands in: `networks` of `networks.2`. */
export const listOf = (name: string): string => name.replace(/\.\d+$/, '')

/** A busy page may take some frames to render what is wrong. */
const mostFrames = 60

/** The first field with an error in the order on screen, once errors are shown: the summary comes with them. */
export function focusFirstError(form: HTMLElement | null, frames = mostFrames): void {
  requestAnimationFrame(() => {
    const summary = form?.querySelector<HTMLElement>('[data-error-summary]')
    // Nothing is wrong, or it is not there yet.
    if (!summary) return frames > 0 ? focusFirstError(form, frames - 1) : undefined
    requestAnimationFrame(() => {
      const field = form?.querySelector<HTMLElement>('[data-field][data-invalid]')
      if (field?.dataset.field) focusField(form, field.dataset.field)
      else summary.focus()
    })
  })
}
