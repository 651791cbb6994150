/**
 * Copies text to the clipboard. Returns false when the browser refuses. `navigator.clipboard` exists on https and
 * localhost only, and a self-hosted back office is often opened over plain http in a local network.
 */
export async function copyText(text: string): Promise<boolean> {
  if (navigator.clipboard) {
    try {
      await navigator.clipboard.writeText(text)
      return true
    } catch {
      // Not permitted (no focus, a policy): the older way may still work.
    }
  }
  return copyBySelection(text)
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.style.position = 'fixed'
  area.style.opacity = '0'
  // Inside an open dialog the textarea must be its child, or the focus trap takes the focus back before the copy.
  const parent = before?.closest('[role=dialog], [role=alertdialog]') ?? document.body
  parent.append(area)
  area.select()
  try {
    // eslint-disable-next-line typescript/no-deprecated -- there is no other way without a secure context
    return document.execCommand('copy')
  } finally {
    area.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}
