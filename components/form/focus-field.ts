/** A field's controls, the one to focus first: a date's missing part, what takes text, any button. */
const focusable = [
  '[role=spinbutton][data-placeholder]',
  'input:not([type=hidden]), select, textarea, [role=spinbutton]',
  'button',
]

/** Focuses a control and selects its text, as Tab does. */
export function focusContent(control: HTMLElement | null | undefined): void {
  control?.focus()
  if (control instanceof HTMLInputElement) control.select()
}

/** Focuses the field's control. Its section is already open (see FormSection). */
export function focusField(form: HTMLElement | null, name: string): void {
  const find = (one: string) => form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(one)}"]`)
  const field = find(name) ?? find(listOf(name))
  const [control] = focusable.flatMap((kind) => field?.querySelector<HTMLElement>(kind) ?? [])
  focusContent(control)
  field?.scrollIntoView({ block: 'nearest' })
}

/** Whether a field has the focus. A person may have begun to type before hydration. */
export const isTyping = (): boolean =>
  document.activeElement?.matches('input, textarea, [role=spinbutton]') ?? false

/** Returns the field that contains a list entry: `networks` for `networks.2`. */
export const listOf = (name: string): string => name.replace(/\.\d+$/, '')

/** A busy page may take several frames to render the errors. */
const maxFrames = 60

/**
 * Focuses the first field on screen that has an error, once the error summary is rendered, unless the person went to
 * another field meanwhile.
 */
export function focusFirstError(
  form: HTMLElement | null,
  before = document.activeElement,
  frames = maxFrames,
): void {
  requestAnimationFrame(() => {
    const summary = form?.querySelector<HTMLElement>('[data-error-summary]')
    // Either there are no errors, or the summary is not rendered yet.
    if (!summary) return frames > 0 ? focusFirstError(form, before, frames - 1) : undefined
    requestAnimationFrame(() => {
      if (document.activeElement !== before && isTyping()) return
      const field = form?.querySelector<HTMLElement>('[data-field][data-invalid]')
      if (field?.dataset.field) focusField(form, field.dataset.field)
      else summary.focus()
    })
  })
}
