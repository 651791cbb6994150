import { spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { expect, it } from 'vitest'

it('continues when nobody reads the log', async () => {
  const runtime = path.join(import.meta.dirname, 'runtime.mjs')
  const program = `await import(${JSON.stringify(runtime)})
    for (let n = 0; n < 20; n++) {
      console.error('to nobody')
      console.log('to nobody')
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    process.exit(7)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program])
  child.stdout.destroy()
  child.stderr.destroy()
  expect(await once(child, 'exit')).toEqual([7, null])
})
