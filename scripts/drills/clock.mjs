/**
 * A drill, not a test: the application's clock jumps an hour ahead, back, and an hour behind, while a gateway posts
 * notifications and imports run. Is every acknowledged notification stored once, does each import end, and do sessions
 * begun before and after a jump stay valid?
 *
 *   npm run drill -- clock [rounds=4] [seed]
 *
 * Needs libfaketime (Debian: faketime). With the embedded database its clock jumps too; with DATABASE_URL the
 * application's only.
 */
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '../lib/application.mjs'
import { ensureBuilt } from '../lib/build/build.mjs'
import { SetupError } from '../lib/setup.mjs'
import { drill, roundsAndSeed } from './kit/drill.mjs'
import { importProducts, waitForEnd } from './kit/imports.mjs'
import { oneApplication } from './kit/one.mjs'
import { conclude } from './kit/outcome.mjs'
import { Products } from './kit/products.mjs'
import { errorAt } from './kit/reader.mjs'

const { rounds, random } = roundsAndSeed(4)
const connections = 4
const pauseMs = 100
const importedRows = 20

await drill(async (later) => {
  await ensureBuilt()
  let offsets = ''
  const jump = (/** @type {string} */ offset) => writeFileSync(offsets, `${offset}\n`)
  const { owner, place, load, api, address, authorization } = await oneApplication(later, {
    more: (dataDir) => {
      offsets = join(dataDir, 'clock')
      jump('+0')
      return {
        LD_PRELOAD: library(),
        FAKETIME_TIMESTAMP_FILE: offsets,
        // Seconds between two looks at the file: a look at each call slows everything down.
        FAKETIME_CACHE_DURATION: '1',
        // Timers use the monotonic clock, which does not jump.
        FAKETIME_DONT_FAKE_MONOTONIC: '1',
      }
    },
  })
  let imported = 0
  let failures = 0
  let earlier = await signIn(place.origin, owner)
  load.start(0, [address], connections, pauseMs)
  for (let round = 1; round <= rounds; round++) {
    for (const offset of ['+1h', '+0', '-1h', '+0']) {
      await sleep(500 + random() * 1_500)
      jump(offset)
      await sleep(2_000)
      const is = await clockOf(place.origin)
      const acknowledged = await load.next()
      const old = await errorAt(`${place.origin}/shops/sandbox/products`, earlier)
      const cookie = await signIn(place.origin, owner)
      const fresh = await errorAt(`${place.origin}/shops/sandbox/products`, cookie)
      earlier = cookie
      const since = performance.now()
      const names = Array.from({ length: importedRows }, (_, n) => `Clock ${round}${offset} ${imported}.${n}`)
      const ask = await api()
      const id = await importProducts(ask, names)
      await waitForEnd(ask, id)
      /** @type {{ counts: { done: number } }} */
      const { counts } = await ask(`/jobs/${id}`)
      imported += counts.done
      if (counts.done !== importedRows || old || fresh) failures++
      console.log(
        `clock ${offset} (${is}): acknowledges after ${acknowledged} ms; import: ${counts.done} of ${importedRows} after ${Math.round(performance.now() - since)} ms; earlier session ${old ?? 'holds'}, new session ${fresh ?? 'holds'}`,
      )
    }
  }
  await load.stop()
  const isWhole = await conclude(load, address, api, `${rounds * 4} jumps of the clock`)
  const isSame = await new Products(place.origin, authorization).compare(await api(), `${imported} imported`)
  return isWhole && isSame && failures === 0
})

/** Which clock the application uses: the one that jumps. @param {string} origin */
async function clockOf(origin) {
  const answer = await fetch(`${origin}/api/health/live`)
  await answer.body?.cancel()
  const ahead = Date.parse(answer.headers.get('date') ?? '') - Date.now()
  return `it is ${Math.round(ahead / 60_000)} minutes ahead`
}

function library() {
  const found = readdirSync('/usr/lib', { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join('/usr/lib', name, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file))
  if (!found) throw new SetupError('This drill needs libfaketime.')
  return found
}
