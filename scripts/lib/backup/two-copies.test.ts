import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { lockData } from '../database/database.mjs'
import { openSource } from './source.mjs'

/** What happens while the command waits, each time for five seconds. */
const waits = vi.hoisted((): { next: (turn: number) => void; turn: number } => ({ next: () => {}, turn: 0 }))
vi.mock('node:timers/promises', () => ({ setTimeout: async () => waits.next(++waits.turn) }))

const turnMs = 5_000

async function waitingCommand(next: (turn: number, copies: string) => void) {
  const folder = mkdtempSync(path.join(tmpdir(), 'counterfoil-two-copies-'))
  const copies = path.join(folder, 'snapshots')
  for (const name of ['pglite', 'snapshots']) mkdirSync(path.join(folder, name))
  let end: (() => void) | null = await lockData(folder)
  const unlock = () => {
    end?.()
    end = null
  }
  const start = Date.now()
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => start + waits.turn * turnMs)
  vi.stubEnv('DATA_DIR', folder).stubEnv('DATABASE_URL', '')
  waits.turn = 0
  waits.next = (turn) => next(turn, copies)
  onTestFinished(() => {
    clock.mockRestore()
    vi.unstubAllEnvs()
    unlock()
    rmSync(folder, { recursive: true })
  })
  return { unlock }
}

/** The application copies for another command. */
const copyForAnother = (copies: string) => writeFileSync(path.join(copies, 'another.part'), '')
const fail = (copies: string) => {
  const id = readdirSync(copies)
    .find((name) => name.endsWith('.wanted'))
    ?.replace('.wanted', '')
  writeFileSync(path.join(copies, `${id}.failed`), 'no room')
}

it('waits while the application makes a copy for another command', async () => {
  await waitingCommand((turn, copies) => (turn < 10 ? copyForAnother(copies) : fail(copies)))
  await expect(openSource()).rejects.toThrow('The application could not copy its database: no room')
})

it('gives up where the application gives no sign', async () => {
  await waitingCommand(() => {})
  await expect(openSource()).rejects.toThrow('does not answer')
  expect(waits.turn).toBe(4)
})

it('gives up where the application ended in the middle of the copy for another command', async () => {
  const { unlock } = await waitingCommand((turn, copies) => (turn === 1 ? copyForAnother(copies) : unlock()))
  await expect(openSource()).rejects.toThrow('The application ended meanwhile')
})
