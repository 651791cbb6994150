/**
 * Presses buttons in order, each in a task of its own: only then has React rendered what the press before it changed, which
 * may have removed the button or opened a dialog over it. Such a button is left out.
 */
export async function replayPresses(buttons: HTMLElement[]): Promise<void> {
  for (const button of buttons) {
    if (!button.isConnected || button.closest('[inert]')) continue
    button.focus({ preventScroll: true })
    button.click()
    await new Promise((resolve) => setTimeout(resolve))
  }
}
