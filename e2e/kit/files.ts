/** Files that a test hands to the browser, and files that the browser saves. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'

/** Opens the file chooser of an import page and chooses this CSV file. */
export async function chooseFile(page: Page, name: string, content: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a file' }).click()
  await (await chooser).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })
}

/** Clicks the link or button and returns the text of the file that it saves. */
export async function savedText(page: Page, control: Locator): Promise<string> {
  const download = page.waitForEvent('download')
  await control.click()
  return readFile(await (await download).path(), 'utf8')
}
