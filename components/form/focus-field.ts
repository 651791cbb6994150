const focusable = 'input:not([type=hidden]), select, textarea, [role=spinbutton], button'

/** Focuses the field's own control; its section is open by then (see FormSection). */
export function focusField(form: HTMLElement | null, name: string): void {
  const field = form?.querySelector<HTMLElement>(`[data-field="${CSS.escape(name)}"]`)
  const control = field?.querySelector<HTMLElement>(focusable)
  control?.focus()
  field?.scrollIntoView({ block: 'nearest' })
}

/** The first field with an error in the order on screen. After the render that shows the errors, hence the frames. */
export function focusFirstError(form: HTMLElement | null): void {
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      const field = form?.querySelector<HTMLElement>('[data-field][data-invalid]')
      if (field?.dataset.field) focusField(form, field.dataset.field)
      else form?.querySelector<HTMLElement>('[data-error-summary]')?.focus()
    }),
  )
}
