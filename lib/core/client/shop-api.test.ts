import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { decimalsHeader } from '../api/headers'
import type { Endpoints } from '../api/endpoint'
import { readAmountsWith, shopApi } from './shop-api'

let sent: (string | null)[] = []
let answer = () => Response.json({})
let endings: (() => void)[] = []

beforeEach(() => {
  ;[sent, endings, answer] = [[], [], () => Response.json({})]
  vi.stubGlobal('fetch', async (_address: string, { headers }: { headers: Headers }) => {
    sent.push(headers.get(decimalsHeader))
    return answer()
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  for (const end of endings) end()
})

const call = (shop: string) => shopApi<Endpoints>()('POST /products', { shop })

function showPage(shop: string, overrides: Record<string, number>) {
  const onOutdated = vi.fn<() => void>()
  const end = readAmountsWith({ shop, overrides, onOutdated })
  endings.push(end)
  return { onOutdated, end }
}

it('names the decimals of the page’s shop, and of no other', async () => {
  await call('one')
  const { end } = showPage('one', { KWD: 2, EUR: 0 })
  await call('one')
  await call('two')
  const next = showPage('one', {})
  end() // The earlier page goes after the next one came.
  await call('one')
  next.end()
  await call('one')
  expect(sent).toEqual([null, '[["EUR",0],["KWD",2]]', null, '[]', null])
})

it('tells the page that the shop has other decimals by now', async () => {
  const { onOutdated } = showPage('one', {})
  answer = () => Response.json({ code: 'invalid', title: 'No' }, { status: 422 })
  await expect(call('one')).rejects.toThrow('No')
  expect(onOutdated).not.toHaveBeenCalled()
  answer = () => Response.json({ code: 'decimals_changed', title: 'Changed' }, { status: 409 })
  await expect(call('two')).rejects.toThrow('Changed')
  expect(onOutdated).not.toHaveBeenCalled()
  await expect(call('one')).rejects.toThrow('Changed')
  expect(onOutdated).toHaveBeenCalledOnce()
})
