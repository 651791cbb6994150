import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it } from 'vitest'
import { lockFolder } from '@/lib/db/folder-lock'
import { lockData } from './database.mjs'

it('is named to an application that starts while a command has the data folder', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-lock-'))
  // Of the application that ran last.
  writeFileSync(path.join(folder, 'lock'), 'process 1 on elsewhere, started 2026-01-01T00:00:00.000Z')
  const unlock = await lockData(folder)
  expect(() => lockFolder(folder)).toThrow(`is in use by process ${process.pid} on `)
  unlock()
  rmSync(folder, { recursive: true })
})
