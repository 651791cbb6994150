import { expect, it } from 'vitest'
import { openLog } from '../../../core/server/log/log'
import { openTestOffice } from '../../../testing/office'
import { fuzz } from './testing-fuzz'

/** `npm run bench -- fuzz` sends 100,000. */
const cases = 1_500
/** Another FUZZ_SEED makes other requests. */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_122)

it(
  `${cases} hostile requests (FUZZ_SEED=${seed}) are answered as they should be, and nothing is lost or believed`,
  { timeout: 300_000 },
  async () => {
    const office = await openTestOffice('embedded')
    office.context.log.level = 'warn'
    openLog('silent')
    const answers = await fuzz(office, { seed, cases, longShare: 0.004 })
    await office.dispose()
    expect([...answers.keys()]).toEqual(expect.arrayContaining([200, 404, 413]))
  },
)
